"""The reader of lines and the parser of tokens make the same of every text."""

import random
import re
from collections.abc import Iterator
from contextlib import nullcontext
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from xdsl.dialects.builtin import ModuleOp, i32
from xdsl.ir import Operation, OpTraits
from xdsl.parser import Parser as XdslParser
from xdsl.utils.exceptions import ParseError

from nnopt.compiler.context import new_context
from nnopt.compiler.names import hint_of
from nnopt.compiler.text.parser import Parser
from nnopt.compiler.text.printer import Printer
from nnopt.compiler.text.reader import Reader

TESTS = Path(__file__).parents[1]
FILES = sorted(TESTS.glob("**/*.mlir"))
LONGEST = 6000


def parts(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8", errors="replace")
    return [part for part in re.split(r"^// -----.*$", text, flags=re.M) if part.strip()]


def told(kind: type[Parser], text: str, folder: Path) -> Any:
    """All that there is to know of a text: what it means, or what is wrong with it."""
    try:
        module = kind(new_context(True), text, "f.mlir", folder=folder).parse_module()
    except ParseError as e:
        notes = [(span.start, note) for span, note in getattr(e, "refs", ())]
        return e.span.start, e.span.end, e.msg, notes
    except Exception as e:
        return type(e), str(e)
    check_links(module)
    stream = StringIO()
    Printer(stream, generic=True, debuginfo=True).print_op(module)
    return stream.getvalue(), [hint_of(r) for op in module.walk() for r in op.results]


def check_links(module: ModuleOp) -> None:
    """The lists of operations and of uses hold together in both directions."""
    for op in module.walk():
        for i, value in enumerate(op.operands):
            assert sum(use.operation is op and use.index == i for use in value.uses) == 1
        for block in (block for region in op.regions for block in region.blocks):
            forward, backward = list(block.ops), list(reversed_ops(block.last_op))
            assert forward == backward[::-1] and all(inner.parent is block for inner in forward)


def reversed_ops(op: Operation | None) -> Iterator[Operation]:
    while op is not None:
        yield op
        op = op.prev_op


def check(text: str, folder: Path = TESTS) -> None:
    assert told(Reader, text, folder) == told(Parser, text, folder), text


class Counting(Reader):
    """Counts the operations that are left to the parser."""

    left = 0

    def parse_operation(self) -> Operation:
        self.left += 1
        return super().parse_operation()


def left_to_the_parser(text: str) -> int:
    reader = Counting(new_context(True), text)
    reader.parse_module()
    return reader.left


# --- Texts ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(TESTS)))
def test_same_on_a_file(path: Path) -> None:
    for part in parts(path):
        check(part, path.parent)


SPLICES = (
    *'%"{}<>()[],:=#!^@-.0129xabz_/\\ \n',
    *("// c\n", "%0", "1", ", ", " : ", "-> ", 'loc("x")', " loc(#l)", "#0", "{a}", ":2"),
    *("{strides = 3}", ' loc("a":1:2)', "dense<[1, 2]> : tensor<2xi8>", "nn.outs", '"\\22"'),
)


def mutated(rng: random.Random, text: str) -> str:
    """A text with one or two mistakes in it."""
    for _ in range(rng.choice((1, 1, 2))):
        at = rng.randrange(len(text) + 1)
        how = rng.randrange(5)
        if how == 0:
            text = text[:at] + rng.choice(SPLICES) + text[at + 1 :]
        elif how == 1:
            text = text[:at] + text[at + rng.randrange(1, 4) :]
        elif how == 2:
            text = text[:at] + rng.choice(SPLICES) + text[at:]
        else:
            pieces = re.findall(r"[^\n]*\n" if how == 3 else r"[%\w.$]+|\s+|.", text)
            if len(pieces) > 1:
                a, b = rng.randrange(len(pieces)), rng.randrange(len(pieces))
                pieces[a], pieces[b] = pieces[b], pieces[a]
                text = "".join(pieces)
    return text


@pytest.mark.parametrize("seed", range(8))
def test_same_on_mistakes(seed: int) -> None:
    rng = random.Random(seed)
    texts = [(p, part) for p in FILES for part in parts(p) if len(part) < LONGEST]
    for _ in range(60):
        path, text = rng.choice(texts)
        check(mutated(rng, text), path.parent)


# --- Generated modules ----------------------------------------------------------------------------

TYPES = ("tensor<2x3xf32>", "tensor<?x4xi8>", "tensor<*xf32>", "i32", "tensor<2xf32, #test.e>")
ENTRIES = (
    "a",
    "b = 1 : i64",
    "c = -2.5 : f32",
    'd = "x"',
    'd = "\\22\\n"',
    'nn.outs = ["in:0", "b"]',
    "e = [1, 2]",
    "e = [[1], [2]]",
    "e = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>",
    "e = dense<[1.0, 0x7F800000]> : tensor<2xf32>",
    "e = dense<-0.0> : tensor<2xf32>",
    'e = dense_resource<"k/1"> : tensor<99xf32>',
    'e = dense_resource<"k\\22\\n"> : tensor<99xf32>',
    'f = {x = 1 : i8, y = "z"}',
    "axis = 1 : i64",
    "pads = [0, 0]",
    "t = tensor<2xf32>",
    "s = @x::@y",
    "n = #alias",
)
LOCATIONS = (
    "",
    "",
    ' loc("a/b")',
    ' loc("f.py":3:4)',
    " loc(unknown)",
    " loc(#l1)",
    ' loc(fused<"p">["a", "b"])',
    ' loc("a"("f":1:2))',
)
NAMES = ("nn.relu", "nn.add", "nn.conv", "onnx.Conv", '"test.op"', '"un.known"', '"nn.concat"')
HEAD = '#alias = 7 : i8\n#l1 = loc("later")\nbuiltin.module {\n  %z = "test.op"() : () -> i32\n'


@st.composite
def lines(draw: st.DrawFn) -> str:
    """A text of which every line is an operation, most of them well-formed."""
    out = [HEAD]
    types = {"z": "i32"}
    for i in range(draw(st.integers(1, 8))):
        known = list(types)
        ahead = draw(st.integers(0, 9)) == 0
        used = draw(st.lists(st.sampled_from(known), max_size=3))
        operands = [f"%{name}" for name in used]
        inputs = [types[name] for name in used]
        if ahead:
            operands.append(f"%v{i + 1}")
            inputs.append(draw(st.sampled_from(TYPES)))
        name = draw(st.sampled_from(NAMES))
        if name[0] != '"' and draw(st.booleans()):
            operands.append("_")
        entries = draw(st.lists(st.sampled_from(ENTRIES), max_size=3))
        dictionary = f" {{{', '.join(entries)}}}" if entries else ""
        if name[0] == '"' and draw(st.booleans()):
            dictionary = f" <{{p = 1 : i8}}>{dictionary}"
        results = draw(st.sampled_from((0, 1, 1, 1, 2)))
        outputs = [draw(st.sampled_from(TYPES)) for _ in range(results)]
        bound = {0: "", 1: f"%v{i} = ", 2: f"%v{i}:2 = "}[results]
        if results:
            types[f"v{i}"] = outputs[0]
        if results == 2:
            types[f"v{i}#1"] = outputs[1]
        shown = ", ".join(operands)
        shown = f"({shown})" if name[0] == '"' else f" {shown}".rstrip()
        arrow = outputs[0] if results == 1 else f"({', '.join(outputs)})"
        location = draw(st.sampled_from(LOCATIONS))
        signature = f"({', '.join(inputs)}) -> {arrow}"
        out.append(f"  {bound}{name}{shown}{dictionary} : {signature}{location}\n")
    return "".join(out) + "}\n"


@settings(max_examples=300, deadline=None, derandomize=True)
@given(lines())
def test_same_on_generated_lines(text: str) -> None:
    check(text)


NUMBERS = (
    *("1e5", "1E5", "[1e5, 2.0]", "[1.5e3, -2.0E-1]", "[1.0e400, 2.0]", "[-0.0, -0]", "[01, 2]"),
    *("[-1, +2]", "[1 , 2]", "[ 1.0,2.0 ]", "[1., 2.0]", "[1 2]", "[[1], [2]]", "[[1], 2]", "[]"),
    *("[9999999999999999999999]", "[1, 2.5]", "[0x7F, 1]", "[true, false]", "[nan, 1.0]"),
)


@pytest.mark.parametrize("numbers", NUMBERS)
@pytest.mark.parametrize(
    "type_", ["tensor<2xf32>", "tensor<1xi64>", "tensor<2xi8>", "tensor<2x1xi8>"]
)
def test_same_on_numbers(numbers: str, type_: str) -> None:
    check(f'%0 = "test.op"() {{e = dense<{numbers}> : {type_}}} : () -> i32\n')


@pytest.mark.parametrize("digits", [9, 10, 5000])
@pytest.mark.parametrize(
    "text",
    (
        '%a:{} = "test.op"() : () -> i32\n',
        '%a = "test.op"() : () -> i32\n"test.op"(%a#{}) : (i32) -> ()\n',
        '%a = "test.op"() : () -> i32\n%b = arith.addi %a#{}, %a : i32\n',
        '%a = "test.op"() : () -> i32 loc("f":{}:1)\n',
    ),
)
def test_long_numbers(text: str, digits: int) -> None:
    text = text.format("9" * digits)
    check(text)
    with pytest.raises(ParseError) if "loc" not in text or digits > 1000 else nullcontext():
        Reader(new_context(), text).parse_module()


def test_a_long_number_is_a_name() -> None:
    name = "9" * 5000
    check(f'%{name} = "test.op"() : () -> i32\n"test.op"(%{name}) : (i32) -> ()\n')


class Square(Operation):
    """Names once what it has twice; and one whose three operands are two values."""

    name = "t.square"
    traits = OpTraits(lambda: ())

    @classmethod
    def parse(cls, parser: XdslParser) -> "Square":
        values = [parser.parse_unresolved_operand()]
        while parser.parse_optional_punctuation(",") is not None:
            values.append(parser.parse_unresolved_operand())
        found = [parser.resolve_operand(v, i32) for v in (values[0], *values)]
        return cls.create(operands=found, result_types=[i32])


def test_operands_that_are_not_the_names() -> None:
    ctx = new_context()
    ctx.load_op(Square)
    lines = "%c = t.square %a\n%d = t.square %b\n%e = t.square %a, %b\n%f = t.square %b, %a\n"
    module = Reader(ctx, f'%a, %b = "test.op"() : () -> (i32, i32)\n{lines}').parse_module()
    a, b = next(iter(module.ops)).results
    operands = [tuple(op.operands) for op in module.ops if isinstance(op, Square)]
    assert operands == [(a, a), (b, b), (a, a, b), (b, b, a)]


# --- What is read fast ----------------------------------------------------------------------------


def chain(line: str, count: int = 50) -> str:
    body = "".join("  " + line.format(i=i, j=i + 1) + "\n" for i in range(count))
    return f'%0 = "test.op"() : () -> tensor<2xf32>\n{body}'


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ('%{j} = "test.op"(%{i}) {{name = "n{i}"}} : (tensor<2xf32>) -> tensor<2xf32>', 0),
        ('%{j} = nn.relu %{i} : (tensor<2xf32>) -> tensor<2xf32> loc("n{i}")', 0),
        ('%{j} = onnx.Clip %{i}, _, %0 {{nn.outs = ["a:{i}"]}} : '
         "(tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>", 0),
        ("%{j} = arith.addf %{i}, %{i} : tensor<2xf32>", 50),
        ("%{j} = arith.negf %{i} : tensor<2xf32>", 1),
        ("%{j} = nn.constant {{value = dense<[1.0, 2.5]> : tensor<2xf32>}} : "
         "() -> tensor<2xf32>", 0),
        ('%{j} = nn.constant {{value = dense_resource<"w/{i}"> : tensor<2xf32>}} : '
         "() -> tensor<2xf32>", 0),
        ('%a{i} = "test.op"(%a{j}) : (tensor<2xf32>) -> tensor<2xf32>', 0),
        ('%{j} = "test.op"(%{i}) ({{\n"test.op"() : () -> ()\n}}) : '
         "(tensor<2xf32>) -> tensor<2xf32>", 50),
    ],
)  # fmt: skip
def test_lines_left_to_the_parser(line: str, left: int) -> None:
    text = chain(line) + '%a50 = "test.op"() : () -> tensor<2xf32>\n'
    check(text)
    assert left_to_the_parser(text) == left


TABLES = {"_plans", "_locations", "_signatures", "_types_by_text", "_types", "_learnt", "_columns"}


def test_tables_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nnopt.compiler.text.reader.MOST", 4)
    check(chain('%{j} = "test.op"(%0) {{a = {i} : i64}} : (tensor<2xf32>) -> tensor<{i}xf32>'))
    reader = Reader(
        new_context(True), chain('"t.op{i}"(%0) {{a = {i} : i8}} : (tensor<2xf32>) -> ()')
    )
    reader.parse_module()
    tables = {name: t for name, t in vars(reader).items() if name in TABLES}
    assert tables.keys() == TABLES
    assert all(len(table) <= 4 for table in tables.values()), tables
