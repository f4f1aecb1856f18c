"""Rules: a small language whose sentences are rewrites; docs/rules.md explains it.

`rules.lark` is its grammar, `syntax` what a file says, `expressions` its conditions and computed
attributes, `loading` checks and compiles it, `matching` finds a left side and makes the right
one, `instances` and `trials` hold it against the interpreter, `explaining` says why it does not
apply.
"""
