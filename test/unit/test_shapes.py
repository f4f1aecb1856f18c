"""Symbolic integers against arithmetic on numbers, and the analysis against what operators do."""

import random
from collections.abc import Callable

import pytest

from nnopt.compiler.context import new_context
from nnopt.compiler.functions import defined
from nnopt.compiler.shapes import (
    Dim,
    Expr,
    Shapes,
    Undecided,
    equal,
    evaluate,
    exact_quotient,
    ge0,
    maximum,
    minimum,
    sliced,
    symbol,
)
from nnopt.compiler.shapes.expressions import bounds, fresh
from nnopt.compiler.shapes.views import as_reshape
from nnopt.compiler.text.parser import Parser

Numbers = dict[str, int]
Meaning = Callable[[Numbers], int]

a, b, c = (symbol(name) for name in "abc")
p = symbol("p", (1, 100))


# --- Expressions --------------------------------------------------------------------------------


def test_equal_expressions_are_equal() -> None:
    assert a * 2 + a == 3 * a
    assert hash(a * b + c) == hash(c + b * a)
    assert (a + b) * (a - b) == a * a - b * b
    assert (a * 12) // 12 == a and (12 * a + 5) // 12 == a
    assert a % 4 == a - 4 * (a // 4)
    assert ((a + 1) // 2 + 1) // 2 == (a + 3) // 4


def test_what_is_a_number_is_an_int() -> None:
    for value in (a - a, 3 * a - 2 * a - a + 7, (2 * a + 1) % 2, minimum(a, 0), 0 // (a + 1)):
        assert type(value) is int


def test_division_by_what_may_be_0_stays() -> None:
    assert (a * b) // b != a
    assert (a * p) // p == a
    assert (a * b + a) // (b + 1) == a
    assert exact_quotient(a * b, b) == a  # where b is not 0
    assert exact_quotient(a * b + 1, b) is None


def test_comparisons() -> None:
    assert ge0(a) is True and ge0(a - 1) is None and ge0(-a - 1) is False
    assert equal(a, a) is True and equal(a, a + 1) is False and equal(a, b) is None
    assert equal(2 * a, 2 * b + 1) is False
    assert a < a + 1 and p >= 1 and bool(p)
    with pytest.raises(Undecided):
        _ = a < b
    with pytest.raises(Undecided):
        bool(a)


def test_bounds() -> None:
    assert bounds(a % 4) == (0, 3)
    assert bounds((a + 31) // 32 * 32 - a) == (0, 31)
    assert bounds(maximum(a, 3))[0] == 3 and bounds(minimum(p, 7)) == (1, 7)


def test_maxima() -> None:
    assert maximum(a, 0) == a and maximum(a, a + 1) == a + 1
    assert maximum(a, b) == maximum(b, a, a) and maximum(a, maximum(b, c)) == maximum(c, b, a)
    assert minimum(a, 10**9) == a


def test_fresh_symbols_differ() -> None:
    assert fresh() != fresh()


def test_hostile_sizes_stay_cheap() -> None:
    wide: Dim = 0
    for i in range(300):
        wide += symbol(f"s{i}")
    tall: Dim = a
    for _ in range(300):
        tall = tall * tall + b
    deep: Dim = a
    for i in range(300):
        deep = (maximum(deep * deep, b) + i) // (p + 1)
    for value in (wide, tall, deep, wide * tall * deep):
        assert len(str(value)) < 10_000


def test_expressions_agree_with_arithmetic() -> None:
    """Random ones: value, bounds, and comparisons that claim to know."""
    rng = random.Random(7)
    for _ in range(1500):
        value, meaning = _random(rng, rng.randint(1, 4))
        if "?" in str(value):
            continue  # grown too large
        for _ in range(4):
            numbers = {name: rng.randint(0, 6) for name in "abc"} | {"p": rng.randint(1, 7)}
            try:
                wanted = meaning(numbers)
            except ZeroDivisionError:
                continue
            assert evaluate(value, numbers) == wanted, (value, numbers)
            low, high = bounds(value)
            assert (low is None or low <= wanted) and (high is None or wanted <= high), value
            assert equal(value, wanted) is not False


def _random(rng: random.Random, depth: int) -> tuple[Dim, Meaning]:
    if depth == 0:
        number = rng.randint(-5, 5)
        name = rng.choice(["a", "b", "c", "p", ""])
        symbols: dict[str, Expr] = {"a": a, "b": b, "c": c, "p": p}
        return (symbols[name], lambda n: n[name]) if name else (number, lambda n: number)
    (x, f), (y, g) = _random(rng, depth - 1), _random(rng, rng.randint(0, depth - 1))
    match rng.choice("+-*/%<>~"):
        case "+":
            return x + y, lambda n: f(n) + g(n)
        case "-":
            return x - y, lambda n: f(n) - g(n)
        case "*":
            return x * y, lambda n: f(n) * g(n)
        case "/" if y != 0:
            return x // y, lambda n: f(n) // g(n)
        case "%" if y != 0:
            return x % y, lambda n: f(n) % g(n)
        case "<":
            return minimum(x, y), lambda n: min(f(n), g(n))
        case ">":
            return maximum(x, y), lambda n: max(f(n), g(n))
        case _:
            return -x, lambda n: -f(n)


def test_slices_agree_with_the_operator() -> None:
    from nnopt.dialects.nn.movement import cut

    rng = random.Random(3)
    far = (2**31 - 1, -(2**31), 2**62)
    for _ in range(2000):
        start, end = (rng.choice((rng.randint(-9, 9), *far)) for _ in range(2))
        step = rng.choice((1, 1, 2, 3, -1, -2))
        count = sliced(a, start, end, step)
        for size in range(8):
            wanted = cut(size, start, end, step)[1]
            assert sliced(size, start, end, step) == wanted
            assert count is None or evaluate(count, {"a": size}) == wanted


def test_views_as_reshapes() -> None:
    assert as_reshape((a, b, 768), (a, b, 12, 64)) == (0, 0, 12, 64)
    assert as_reshape((a, 12, 64), (12 * a, 64)) == (-1, 64)
    assert as_reshape((a, 12, b, 64), (12 * a, b, 64)) is None
    assert as_reshape((a, b), (b, a)) is None
    assert as_reshape((a, 4), (a, fresh())) is None  # nothing says that it is 4


# --- The analysis -------------------------------------------------------------------------------

X = 'tensor<?x?x768xf32> {nn.dims = ["batch", "seq", 768]}'


def analysed(body: str, arguments: str = f"%x: {X}", head: str = "") -> dict[str, tuple[str, str]]:
    """Dimensions and elements, as text, of the values of a function by name."""
    text = f"module {head} {{ func.func @f({arguments}) {{ {body}\nfunc.return : () -> () }} }}"
    text = text.replace("func.return : () -> ()", "func.return")
    module = Parser(new_context(), text, "t.mlir").parse_module()
    module.verify()
    (function,) = defined(module)
    shapes = Shapes(function)
    found: dict[str, tuple[str, str]] = {}
    for op in function.body.block.ops:
        for result in op.results:
            contents = shapes.contents(result)
            shown = "" if contents is None else str(contents.tolist())
            dims = shapes.dims(result)
            found[result.name_hint or ""] = ("" if dims is None else str([*dims]), shown)
    return found


def test_from_shape_to_reshape() -> None:
    found = analysed("""
      %s = nn.shape_of %x : (tensor<?x?x768xf32>) -> tensor<3xi64>
      %zero = nn.constant {value = dense<0> : tensor<i64>} : () -> tensor<i64>
      %b = nn.gather %s, %zero : (tensor<3xi64>, tensor<i64>) -> tensor<i64>
      %l = nn.unsqueeze %b {axes = [0]} : (tensor<i64>) -> tensor<1xi64>
      %r = nn.constant {value = dense<[-1, 12, 64]> : tensor<3xi64>} : () -> tensor<3xi64>
      %t = nn.concat %l, %r : (tensor<1xi64>, tensor<3xi64>) -> tensor<4xi64>
      %y = nn.dynamic_reshape %x, %t : (tensor<?x?x768xf32>, tensor<4xi64>) -> tensor<?x?x?x?xf32>
    """)
    assert found["s"] == ("[3]", "[batch, seq, 768]")
    assert found["t"] == ("[4]", "[batch, -1, 12, 64]")
    assert found["y"] == ("[batch, seq, 12, 64]", "")


def test_dims_through_infer() -> None:
    found = analysed("""
      %s = nn.slice %x {starts = [1], ends = [-1], axes = [1]}
        : (tensor<?x?x768xf32>) -> tensor<?x?x768xf32>
      %c = nn.concat %s, %x {axis = 1}
        : (tensor<?x?x768xf32>, tensor<?x?x768xf32>) -> tensor<?x?x768xf32>
      %t = nn.transpose %x {perm = [1, 0, 2]} : (tensor<?x?x768xf32>) -> tensor<?x?x768xf32>
      %n = nn.non_zero %x : (tensor<?x?x768xf32>) -> tensor<3x?xi64>
    """)
    assert found["s"][0] == "[batch, max(0, seq - 2), 768]"
    assert found["c"][0] == "[batch, max(0, seq - 2) + seq, 768]"
    assert found["t"][0] == "[seq, batch, 768]"
    assert found["n"][0].startswith("[3, ") and "?" in found["n"][0]


def test_undecided_elements_stay_unknown() -> None:
    found = analysed("""
      %s = nn.shape_of %x : (tensor<?x?x768xf32>) -> tensor<3xi64>
      %k = nn.constant {value = dense<[-1, 5, 700]> : tensor<3xi64>} : () -> tensor<3xi64>
      %less = nn.less %k, %s : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
      %w = nn.where %less, %s, %k : (tensor<3xi1>, tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
      %q = nn.div %s, %k : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
      %v = nn.div %s, %s : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
      %e = nn.equal %s, %s : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
      %m = nn.minimum %s, %k : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
      %d = nn.cast %s {to = i8} : (tensor<3xi64>) -> tensor<3xi8>
    """)
    assert found["less"][1] == "[True, None, True]"
    assert found["w"][1] == "[batch, None, 768]"
    assert found["q"][1] == "[None, seq//5, 1]"
    assert found["v"][1] == "[None, None, 1]"  # by 0 it is 0
    assert found["e"][1] == "[True, True, True]"
    assert found["m"][1] == "[-1, -max(-5, -seq), 700]"
    assert found["d"][1] == ""


def test_integers_that_wrap_are_computed_as_they_are() -> None:
    found = analysed("""
      %k = nn.constant {value = dense<2147483647> : tensor<1xi32>} : () -> tensor<1xi32>
      %w = nn.add %k, %k : (tensor<1xi32>, tensor<1xi32>) -> tensor<1xi32>
    """)
    assert found["w"][1] == "[-2]"


def test_ranges_of_symbols_decide() -> None:
    body = """
      %s = nn.shape_of %x {end = 1} : (tensor<?x?x768xf32>) -> tensor<1xi64>
      %k = nn.constant {value = dense<1> : tensor<1xi64>} : () -> tensor<1xi64>
      %w = nn.greater_equal %s, %k : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi1>
    """
    assert analysed(body)["w"][1] == ""
    head = "attributes {nn.symbols = {batch = [1, 8]}}"
    assert analysed(body, head=head)["w"][1] == "[True]"


def test_the_dims_of_computed_shapes() -> None:
    found = analysed("""
      %s = nn.shape_of %x : (tensor<?x?x768xf32>) -> tensor<3xi64>
      %n = nn.shape_of %x {start = 1, end = 2} : (tensor<?x?x768xf32>) -> tensor<1xi64>
      %zero = nn.constant {value = dense<0> : tensor<1xi64>} : () -> tensor<1xi64>
      %i = nn.constant {value = dense<0> : tensor<i64>} : () -> tensor<i64>
      %one = nn.constant {value = dense<1> : tensor<i64>} : () -> tensor<i64>
      %f = nn.dynamic_full %s {fill = dense<0.0> : tensor<f32>}
        : (tensor<3xi64>) -> tensor<?x?x?xf32>
      %e = nn.dynamic_broadcast %one, %s : (tensor<i64>, tensor<3xi64>) -> tensor<?x?x?xi64>
      %c = nn.dynamic_slice %f, %zero, %n {axes = [2]}
        : (tensor<?x?x?xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?x?xf32>
      %m = nn.squeeze %n {axes = [0]} : (tensor<1xi64>) -> tensor<i64>
      %r = nn.dynamic_range %i, %m, %one : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
      %t = nn.dynamic_tile %r, %n : (tensor<?xi64>, tensor<1xi64>) -> tensor<?xi64>
    """)
    assert found["f"][0] == found["e"][0] == "[batch, seq, 768]"
    assert found["c"][0] == "[batch, seq, -max(-768, -seq)]"
    assert found["r"][0] == "[seq]" and found["t"][0] == "[seq*seq]"


def test_branches_have_in_common_what_is_equal() -> None:
    found = analysed(
        """
      %y = nn.if %c ({
        %t = nn.relu %x : (tensor<?x?x768xf32>) -> tensor<?x?x768xf32>
        nn.yield %t : (tensor<?x?x768xf32>) -> ()
      }, {
        %u = nn.slice %x {starts = [1], ends = [9], axes = [1]}
          : (tensor<?x?x768xf32>) -> tensor<?x?x768xf32>
        nn.yield %u : (tensor<?x?x768xf32>) -> ()
      }) : (tensor<i1>) -> tensor<?x?x768xf32>
    """,
        f"%x: {X}, %c: tensor<i1>",
    )
    dims = found["y"][0]
    assert dims.startswith("[batch, ") and "?" in dims and dims.endswith(", 768]")


def test_a_loop_keeps_what_every_turn_keeps() -> None:
    state = "tensor<?x?xf32>"
    found = analysed(
        f"""
      %a, %b, %c = nn.loop %n, _, %x, %x, %y ({{
      ^bb0(%i: tensor<i64>, %go: tensor<i1>, %s: {state}, %t: {state}, %u: {state}):
        %more = nn.concat %t, %x : ({state}, {state}) -> {state}
        nn.yield %go, %s, %more, %s : (tensor<i1>, {state}, {state}, {state}) -> ()
      }}) : (tensor<i64>, {state}, {state}, {state}) -> ({state}, {state}, {state})
    """,
        f'%n: tensor<i64>, %x: {state} {{nn.dims = ["p", "q"]}}, %y: {state}',
    )
    assert found["a"][0] == "[p, q]"
    assert found["b"][0].endswith(", q]") and "p" not in found["b"][0]
    assert "p" not in found["c"][0] and "q" not in found["c"][0]  # the first turn changes it


def test_depth_of_the_graph_is_no_depth_of_the_stack() -> None:
    lines = ["%v0 = nn.neg %x : (tensor<?xf32>) -> tensor<?xf32>"]
    lines += [
        f"%v{i} = nn.neg %v{i - 1} : (tensor<?xf32>) -> tensor<?xf32>" for i in range(1, 2000)
    ]
    text = f"""func.func @f(%x: tensor<?xf32> {{nn.dims = ["n"]}}) -> tensor<?xf32> {{
      {chr(10).join(lines)}
      func.return %v1999 : tensor<?xf32> }}"""
    (function,) = defined(Parser(new_context(), text, "t.mlir").parse_module())
    last = function.body.block.last_op
    assert last is not None
    assert str(Shapes(function).dims(last.operands[0])) == "(n,)"
