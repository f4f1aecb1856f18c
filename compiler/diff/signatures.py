"""What is another in the inputs and outputs of two functions, and in the functions themselves."""

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypeAlias, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr
from xdsl.ir import Attribute, Operation

from .. import names
from .comparing import LAST, out_of_order, value_ref
from .contents import SIGNATURE, between, entries, location_change
from .findings import Finding, NameRef, Subject, ValueRef
from .graph import Graph, leaves_of
from .matching import Matching

Pairs: TypeAlias = list[tuple[int, int]]
"""Positions that correspond."""
Key: TypeAlias = tuple[str | None, Attribute]
"""The name of an input or output, and its type."""


def input_pairs(before: Graph, after: Graph) -> Pairs:
    """The inputs that correspond: by name; the others by position, or in order by type."""
    return _paired(*([(names.name_of(v), v.type) for v in g.inputs] for g in (before, after)))


def output_pairs(before: Graph, after: Graph) -> Pairs:
    """The outputs that correspond, likewise."""
    return _paired(_outputs(before), _outputs(after))


def _outputs(graph: Graph) -> list[Key]:
    outputs = enumerate(graph.outputs)
    return [(output_name(graph, i), value.type) for i, value in outputs if value is not None]


def output_name(graph: Graph, index: int) -> str | None:
    value = graph.outputs[index]
    found = names.result_name(graph.owner, index)
    return names.name_of(value) if found is None and value is not None else found


def _paired(before: Sequence[Key], after: Sequence[Key]) -> Pairs:
    counts = [Counter(name for name, _ in side) for side in (before, after)]
    once = {name for name in counts[0] if name and counts[0][name] == 1 == counts[1][name]}
    position = {name: j for j, (name, _) in enumerate(after)}
    pairs = [(i, position[name]) for i, (name, _) in enumerate(before) if name in once]
    old, new = ([i for i, (n, _) in enumerate(s) if n not in once] for s in (before, after))
    if len(old) == len(new):
        return sorted([*pairs, *zip(old, new, strict=True)])
    typed = defaultdict[Attribute, deque[int]](deque)
    for j in new:
        typed[after[j][1]].append(j)
    pairs += [(i, typed[before[i][1]].popleft()) for i in old if typed[before[i][1]]]
    return sorted(pairs)


def signature_findings(
    found: Matching, inputs: Pairs, outputs: Pairs, renamed: Mapping[str, str]
) -> Iterable[Finding]:
    """What of inputs, outputs and attributes of a function is another, but for types."""
    before, after = found.before, found.after
    own = entries(before.owner, SIGNATURE), entries(after.owner, SIGNATURE)
    changes = list(between(*own, renamed))
    locations = leaves_of(before.owner.location), leaves_of(after.owner.location)
    changes += location_change(*locations)
    if changes:
        refs = [_function(before)], [_function(after)]
        yield Finding((-3,), "changed", "function", *refs, changes)
    ins = [[value_ref(g, v) for v in g.inputs] for g in (before, after)]
    yield from _entries("input", (-2,), ins, inputs)
    outs = [[_output(g, i) for i in range(len(g.outputs))] for g in (before, after)]
    same = {(i, j) for i, j in outputs if _is_told(found, i, j)}
    yield from _entries("output", (LAST, -2), outs, outputs, same)
    sides: tuple[tuple[Subject, list[list[Any]], Pairs, str], ...] = (
        ("input", ins, inputs, "arg_attrs"),
        ("output", outs, outputs, "res_attrs"),
    )
    for subject, refs, pairs, key in sides:
        dictionaries = [_dictionaries(g.owner, key) for g in (before, after)]
        for i, j in pairs:
            changes = list(between(_at(dictionaries[0], i), _at(dictionaries[1], j), renamed))
            if changes:
                at = (-2, i, 1) if subject == "input" else (LAST, -2, i, 1)
                yield Finding(at, "changed", subject, [refs[0][i]], [refs[1][j]], changes)


def _is_told(found: Matching, i: int, j: int) -> bool:
    """Whether the names of two outputs are those of tensors, which are compared as such."""
    before, after = found.before, found.after
    v, w = before.outputs[i], after.outputs[j]
    if v is None or w is None:
        return False
    declared = names.result_name(before.owner, i), names.result_name(after.owner, j)
    if declared == (None, None):
        return True
    called = names.name_of(v), names.name_of(w)
    is_same = found.values.get(v) is w
    return is_same and called == (output_name(before, i), output_name(after, j))


def _entries(
    subject: Subject,
    at: tuple[int, ...],
    refs: Sequence[Sequence[ValueRef | NameRef]],
    pairs: Pairs,
    told: Collection[tuple[int, int]] = (),
) -> Iterable[Finding]:
    """Which inputs or outputs are gone, new, called otherwise, or in another order."""
    before, after = refs
    kept, known = {i for i, _ in pairs}, {j for _, j in pairs}
    for i, ref in enumerate(before):
        if i not in kept:
            yield Finding((*at, i), "removed", subject, [ref])
    for j, ref in enumerate(after):
        if j not in known:
            yield Finding((*at, j, 1), "added", subject, (), [ref])
    for i, j in pairs:
        if before[i].name != after[j].name and (i, j) not in told:
            yield Finding((*at, i), "renamed", subject, [before[i]], [after[j]])
    moved = out_of_order([j for _, j in pairs])
    if moved:
        old, new = ([before[pairs[k][0]] for k in moved], [after[pairs[k][1]] for k in moved])
        yield Finding((*at, len(before)), "reordered", subject, old, new)


def _dictionaries(function: Operation, key: str) -> Sequence[Attribute]:
    found = function.properties.get(key)
    return cast("ArrayAttr[Attribute]", found).data if isinstance(found, ArrayAttr) else ()


def _at(dictionaries: Sequence[Attribute], index: int) -> dict[str, Attribute]:
    """The attributes of one input or output but for its name."""
    entry = dictionaries[index] if index < len(dictionaries) else None
    if not isinstance(entry, DictionaryAttr):
        return {}
    return {key: value for key, value in entry.data.items() if key != names.NAME}


def _output(graph: Graph, index: int) -> NameRef:
    return NameRef("", output_name(graph, index) or f"#{index}")


def _function(graph: Graph) -> NameRef:
    return NameRef("", symbol(graph.owner))


def symbol(function: Operation) -> str:
    """The name of a function; empty if it has none."""
    found = function.properties.get("sym_name")
    return str(getattr(found, "data", ""))
