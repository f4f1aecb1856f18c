"""Mistakes in rule files: each is told where it stands, with what was expected and what is near."""

import pytest

from nnopt.compiler.driver.diagnostics import Diagnosed
from nnopt.compiler.rules.loading import load_text
from nnopt.compiler.rules.syntax import DEEPEST, LARGEST

RELU = "match { %_ = nn.relu %x }"


def told(text: str) -> list[str]:
    """What is said of a file of rules, in order."""
    with pytest.raises(Diagnosed) as found:
        load_text(text, "r.nnrule")
    return [f"{d.place}: {d.message}" for d in found.value.diagnostics]


MISTAKES = [
    ("rul a : exact { }", "1:1", "found 'rul'; did you mean 'rule'?"),
    (f"rule a {{ {RELU} replace %x }}", "1:8", "expected ':', found '{'"),
    (f"rule A : exact {{ {RELU} replace %x }}", "1:6", "expected a name such as 'relu-of-relu'"),
    (f"rule a : exakt {{ {RELU} replace %x }}", "1:10", "'exakt' is no law: exact, real or fast"),
    ("rule a : exact { mtch { } replace %x }", "1:18", "found 'mtch'; did you mean 'match'?"),
    (f"rule a : exact {{ {RELU} replce %x }}", "1:44", "'replce'; did you mean 'replace'?"),
    (f"rule a : exact {{ {RELU} replace %x", "1:54", "expected ',' or '}', found the end"),
    (f"rule a : exact {{ {RELU} }}", "1:44", "'replace'"),
    ("rule a : exact { match { } replace %x }", "1:26", "or a value such as '%x', found '}'"),
    (
        "rule a : exact { match { %_ = nn.relu x } replace %x }",
        "1:39",
        "found 'x'; values are written %x",
    ),
    ("rule a : exact { match { %_ = relu %x } replace %x }", "1:36", "expected '(', found '%x'"),
    (f"rule a : exact {{ {RELU} where rank(%x = 1 replace %x }}", "1:58", "found '='"),
    (
        f'rule a : exact {{ {RELU} where dtype(%x) == "f32 replace %x }}',
        "1:63",
        "a text stands in double quotes, on one line",
    ),
    (
        "rule a : exact { match { %_ = nn.rellu %x } replace %x }",
        "1:31",
        "there is no operator 'nn.rellu'; did you mean 'nn.relu'?",
    ),
    (
        "rule a : exact { match { %_ = nn.leaky_relu %x {alfa = 1} } replace %x }",
        "1:49",
        "'nn.leaky_relu' has no property 'alfa'; did you mean 'alpha'?",
    ),
    (
        "rule a : exact { match { %_ = nn.add %x } replace %x }",
        "1:31",
        "'nn.add' takes x, y, and gets 1 here",
    ),
    (
        "rule a : exact { match { %_ = nn.add %x?, %y } replace %y }",
        "1:38",
        "'x' of 'nn.add' cannot be absent",
    ),
    (f"rule a : exact {{ {RELU} where foo(%x) replace %x }}", "1:50", "there is no function 'foo'"),
    (f"rule a : exact {{ {RELU} where rnk(%x) == 1 replace %x }}", "1:50", "did you mean 'rank'?"),
    (
        f"rule a : exact {{ {RELU} where rank(%x, 1) == 2 replace %x }}",
        "1:50",
        "'rank' takes 1 operand",
    ),
    (
        f"rule a : exact {{ {RELU} where rank(%x) replace %x }}",
        "1:50",
        "a condition needs true or false, and this is a number",
    ),
    (
        f"rule a : exact {{ {RELU} where rank(%x) == f32 replace %x }}",
        "1:50",
        "cannot compare a number and an element type",
    ),
    (
        f"rule a : exact {{ {RELU} where all(%x > 1) replace %x }}",
        "1:54",
        "'%x' need not be a constant: add 'const %x' to the match",
    ),
    (f"rule a : exact {{ {RELU} replace nn.abs %z }}", "1:59", "'%z' is not bound"),
    (f"rule a : exact {{ {RELU} where $g == 2 replace %x }}", "1:50", "'$g' is not bound"),
    (
        f"rule a : exact {{ {RELU} let $h = 1 replace %x }}",
        "1:48",
        "'$h' is not used; write '$_' for what does not matter",
    ),
    (
        f"rule a : exact {{ {RELU} replace {{ %q = nn.abs %x nn.neg %x }} }}",
        "1:54",
        "'%q' is not used",
    ),
    (
        f"rule a : exact {{ {RELU} replace nn.softmax %x {{axis = 1.5}} }}",
        "1:74",
        "'axis' is an integer, not 1.5",
    ),
    (
        f'rule a : exact {{ {RELU} replace nn.gelu %x {{approximate = "tan"}} }}',
        "1:78",
        "did you mean 'tanh'?",
    ),
    (
        "rule a : exact { match { %_ = nn.split %x {parts = 2} } replace %x, %x }",
        "1:65",
        "the root has 1 results, and gets 2 here",
    ),
    (
        f"rule a : exact {{ {RELU} replace nn.relu %x }}",
        "1:6",
        "what 'a' makes it matches again: it would never end",
    ),
    (
        f"rule a : exact {{ {RELU} replace %x }}\nrule a : exact {{ {RELU} replace %x }}",
        "2:6",
        "there is a 'a' already",
    ),
    (
        "rule a : exact { match { %y = thrice(%x) } replace %x }",
        "1:31",
        "there is no pattern 'thrice' in this file",
    ),
    ("pattern p(%x) {\n  %y = p(%x)\n}", "2:8", "pattern 'p' contains itself"),
    (
        "pattern p(%x) { %_ = nn.relu %x }\n"
        "rule a : exact { match { %h = p(%x, %y) %_ = nn.abs %h } replace %x }",
        "2:31",
        "pattern 'p' takes 1 operands, not 2",
    ),
]


@pytest.mark.parametrize(("text", "place", "message"), MISTAKES, ids=[m[2] for m in MISTAKES])
def test_mistake_is_told_at_its_place(text: str, place: str, message: str) -> None:
    found = [line for line in told(text) if message in line]
    assert found and found[0].startswith(f"r.nnrule:{place}: "), told(text)


def test_every_mistake_of_a_file_is_told() -> None:
    text = "".join(f"{m[0]}\n" for m in MISTAKES if "\n" not in m[0] and "rule a" in m[0])
    places = {line.split(": ")[0] for line in told(text)}
    assert len(places) >= text.count("\n")


def test_deep_expressions_are_refused() -> None:
    deep = "(" * 10 * DEEPEST + "-" + "1" + ")" * 10 * DEEPEST
    nested = "-" * 2 * DEEPEST + "1"
    load_text(f"rule a : exact {{ {RELU} where {deep} < 0 replace %x }}", "r.nnrule")
    (line,) = told(f"rule a : exact {{ {RELU} where {nested} == 1 replace %x }}")
    assert "nest" in line or "deep" in line


def test_large_files_are_refused() -> None:
    (line,) = told("//" + "x" * LARGEST)
    assert f"no more than {LARGEST} are read" in line
