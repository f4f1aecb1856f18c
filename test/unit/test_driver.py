"""Passes under the driver: anchors, options, levels, failures, what they report, the Python API."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from xdsl.context import Context
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException, VerifyException

from nnopt.compiler import read, run, write
from nnopt.compiler.driver import main as driver
from nnopt.compiler.driver.diagnostics import Diagnosed, error, fail, remark, warning
from nnopt.compiler.driver.registry import PASSES
from nnopt.compiler.pipelines import PIPELINES, pipeline

TEXT = """
func.func @f(%x: i32) -> i32 {
  %y = arith.addi %x, %x : i32
  func.return %y : i32
}
func.func @g() {
  func.return
}
"""


@dataclass(frozen=True)
class Scratch(ModulePass):
    """A pass that does what a test wants."""

    name = "scratch"
    anchors = ("any",)

    def apply(self, ctx: Context, op: Any) -> None:
        raise NotImplementedError


@pytest.fixture(autouse=True)
def no_debugging(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("NN_OPT_DEBUG", raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))  # where crashes leave reproducers


@pytest.fixture
def scratch(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Gives the pass `scratch` a body, and class attributes."""

    def define(body: Callable[[Any], None], **attributes: Any) -> None:
        def apply(self: Scratch, ctx: Context, op: Any) -> None:
            body(op)

        cls = type("Scratch", (Scratch,), {"apply": apply, **attributes})
        monkeypatch.setitem(PASSES.ours, "scratch", lambda: cls)

    return define


@pytest.fixture
def nn_opt(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Runs `nn-opt` in this process on a file `in.mlir`: exit code, output, diagnostics."""

    def call(*arguments: str, text: str = TEXT) -> tuple[int, str, str]:
        file = tmp_path / "in.mlir"
        file.write_text(text)
        code = driver.main([str(file), *arguments])
        found = capsys.readouterr()
        return code, found.out, found.err.replace(str(tmp_path) + "/", "")

    return call


# --- Anchors and pipelines ----------------------------------------------------------------------


def test_a_pass_gets_the_operation_that_it_is_anchored_on(scratch: Any, nn_opt: Any) -> None:
    seen: list[str] = []
    scratch(lambda op: seen.append(op.name), anchors=("func.func", "builtin.module"))
    assert nn_opt("-p", "scratch,func.func(scratch,scratch)")[0] == 0
    assert seen == ["builtin.module", *["func.func"] * 4]


def test_any_is_what_is_isolated(scratch: Any, nn_opt: Any) -> None:
    seen: list[str] = []
    scratch(lambda op: seen.append(op.name))
    text = TEXT + '"test.op"() : () -> ()'
    assert nn_opt("--pass-pipeline=any(scratch,any(scratch))", text=text)[0] == 0
    assert seen == ["builtin.module", "func.func", "func.func"]


def test_a_named_pipeline_is_expanded_with_its_options(
    monkeypatch: pytest.MonkeyPatch, nn_opt: Any
) -> None:
    def named_here(twice: bool = False, how: Literal["cse", "dce"] = "cse") -> str:
        return f"{how},{how}" if twice else f"func.func({how})"

    pipeline("builtin.module")(named_here)
    monkeypatch.setattr("nnopt.compiler.pipelines.PIPELINES", PIPELINES)
    try:
        dump = nn_opt("-p", "named-here{twice how=dce},named-here", "--dump-pass-pipeline")[2]
        assert "builtin.module(\n  dce,\n  dce,\n  func.func(\n    cse\n  )\n)" in dump
        wrong = nn_opt("-p", "named-here{how=dca}")[2]
        assert "option how of value 'dca' must be one of cse, dce; did you mean 'dce'?" in wrong
        nested = nn_opt("-p", "func.func(named-here)")[2]
        assert "write 'builtin.module(named-here)'" in nested
    finally:
        del PIPELINES["named-here"]


def test_a_pipeline_that_contains_itself_is_refused(nn_opt: Any) -> None:
    def loops() -> str:
        return "cse,loops"

    pipeline("builtin.module")(loops)
    try:
        told = nn_opt("--loops")[2]
        assert "pipeline 'loops':1:5: error: pipeline 'loops' contains itself" in told
    finally:
        del PIPELINES["loops"]


# --- Options ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Options(ModulePass):
    name = "options"

    count: int = 0
    factor: float = 1.0
    exact: bool = False
    text: str = ""
    sizes: tuple[int, ...] = ()
    pair: tuple[int, str] | None = None
    mode: Literal["fast", "exact"] = "fast"
    limit: int | None = None
    words: tuple[str, ...] = ("a",)

    def apply(self, ctx: Context, op: Any) -> None:
        pass


@pytest.mark.parametrize(
    "text, expected",
    (
        ("count=3", Options(count=3)),
        ("count=-0x10", Options(count=-16)),
        ("factor=2", Options(factor=2.0)),
        ("factor=1e-3", Options(factor=0.001)),
        ("exact", Options(exact=True)),
        ("exact=0 count=1", Options(count=1)),
        ("text=a/b.c", Options(text="a/b.c")),
        ("text='x y}'", Options(text="x y}")),
        ('text="x \\" y"', Options(text='x " y')),
        ("sizes=1,2,3 mode=exact", Options(sizes=(1, 2, 3), mode="exact")),
        ("sizes={}", Options()),
        ("sizes={4,5}", Options(sizes=(4, 5))),
        ("pair=1,x", Options(pair=(1, "x"))),
        ("limit=none", Options()),
        ("limit=7", Options(limit=7)),
        ("words=a-b,'c,d'", Options(words=("a-b", "c,d"))),
        ("\n count=1\n  factor=2\n", Options(count=1, factor=2.0)),
    ),
)
def test_options(monkeypatch: pytest.MonkeyPatch, text: str, expected: Options) -> None:
    from nnopt.compiler.context import new_context
    from nnopt.compiler.driver.diagnostics import Engine
    from nnopt.compiler.driver.pipeline import resolve

    monkeypatch.setitem(PASSES.ours, "options", lambda: Options)
    stage = resolve(f"builtin.module(options{{{text}}})", "p", Engine(), new_context())
    assert stage.items == (expected,)
    assert resolve(str(stage), "p", Engine(), new_context()) == stage


@pytest.mark.parametrize(
    "text, message",
    (
        ("count", "option count needs a value: an integer"),
        ("count=x", "option count of value 'x' must be an integer"),
        ("factor=x", "option factor of value 'x' must be a number"),
        ("exact=maybe", "option exact of value 'maybe' must be true or false"),
        ("sizes=1,x", "option sizes of value '1,x' must be a list of integer"),
        ("pair=1", "option pair of value '1' must be a list of an integer, text or none"),
        (
            "mode=fats",
            "option mode of value 'fats' must be one of fast, exact; did you mean 'fast'?",
        ),
        ("count=1 count=2", "option count is given twice"),
        ("cout=1", "no such option cout; did you mean 'count'?"),
    ),
)
def test_wrong_options(
    monkeypatch: pytest.MonkeyPatch, nn_opt: Any, text: str, message: str
) -> None:
    monkeypatch.setitem(PASSES.ours, "options", lambda: Options)
    code, _, told = nn_opt("-p", f"options{{{text}}}")
    assert (code, told.splitlines()[0].partition("error: ")[2]) == (1, message)


# --- Failures -----------------------------------------------------------------------------------


def broken(op: Any) -> None:
    raise KeyError("shape")


def test_a_crash_is_one_line_that_names_the_pass(scratch: Any, nn_opt: Any) -> None:
    scratch(broken)
    code, out, told = nn_opt("-p", "func.func(scratch)")
    assert (code, out) == (1, "")
    line = "error: pass 'scratch' crashed: KeyError: 'shape'; run again with NN_OPT_DEBUG=1"
    assert f"in.mlir:2:1: {line}" in told
    assert "Traceback" not in told


def test_a_traceback_on_demand(scratch: Any, nn_opt: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NN_OPT_DEBUG", "1")
    scratch(broken)
    assert "Traceback" in nn_opt("-p", "scratch")[2]


def test_a_pass_that_gives_up(scratch: Any, nn_opt: Any) -> None:
    def body(op: Any) -> None:
        raise PassFailedException("no way")

    scratch(body)
    assert nn_opt("-p", "func.func(scratch),cse")[2].count("error: no way") == 2
    scratch(lambda op: fail(next(op.walk()), "not here", [(op, "but there")]))
    told = nn_opt("-p", "func.func(scratch)")[2]
    assert "in.mlir:2:1: error: not here" in told
    assert "in.mlir:2:1: note: but there" in told


def test_an_error_that_is_only_reported_fails_the_pass(scratch: Any, nn_opt: Any) -> None:
    scratch(lambda op: error(op, "bad", [(None, "why")]))
    code, out, told = nn_opt("-p", "scratch,cse")
    assert (code, out) == (1, "")
    assert "in.mlir:2:1: error: bad" in told
    assert "<unknown>:0: note: why" in told


def test_warnings_and_remarks_do_not(scratch: Any, nn_opt: Any) -> None:
    def body(op: Any) -> None:
        warning(op, "careful")
        remark(op.body.block.first_op, "look")

    scratch(body)
    code, out, told = nn_opt("-p", "scratch")
    assert code == 0 and "func.func @f" in out
    assert "in.mlir:2:1: warning: careful" in told
    assert "in.mlir:2:1: remark: look" in told


def test_what_a_pass_breaks_is_told_with_its_name(scratch: Any, nn_opt: Any) -> None:
    def body(op: Any) -> None:
        from xdsl.dialects.builtin import i64
        from xdsl.rewriter import Rewriter

        add = op.body.block.first_op.body.block.first_op
        Rewriter.replace_value_with_new_type(add.results[0], i64)

    scratch(body)
    code, _, told = nn_opt("-p", "scratch")
    assert code == 1
    assert "in.mlir:3:8: error: 'arith.addi' op" in told
    assert "found after pass 'scratch'" in told
    assert nn_opt("-p", "scratch", "--verify-each=0")[0] == 0
    assert nn_opt("-p", "scratch", "--disable-verify")[0] == 0


def test_a_crash_elsewhere_has_no_traceback(nn_opt: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def prepare(*_: Any) -> Any:
        raise RuntimeError("oh")

    monkeypatch.setattr(driver, "_prepare", prepare)
    assert nn_opt() == (1, "", "nn-opt: crashed: RuntimeError: oh; run again with NN_OPT_DEBUG=1\n")


# --- Levels -------------------------------------------------------------------------------------


def test_a_pass_gets_the_level_that_it_needs(scratch: Any, nn_opt: Any) -> None:
    scratch(lambda op: None, requires="nn")
    code, _, told = nn_opt("-p", "scratch")
    assert code == 1
    message = "'arith.addi' op does not belong to level 'nn', which pass 'scratch' needs"
    assert f"in.mlir:3:8: error: {message}" in told
    assert "in.mlir:2:1: note: this 'func.func' is at level 'mixed'" in told
    good = 'func.func @f() {\n "test.op"() : () -> ()\n func.return\n}'
    assert nn_opt("-p", "scratch", text=good)[0] == 0


def test_a_pass_leaves_the_level_that_it_says(scratch: Any, nn_opt: Any) -> None:
    scratch(lambda op: None, ensures="npu")
    assert "error: 'func.func' op does not belong to level 'npu'" in nn_opt("--scratch")[2]


# --- Python -------------------------------------------------------------------------------------


def test_read_run_write(tmp_path: Path) -> None:
    module = run(read(TEXT), "cse,func.func(canonicalize)")
    write(module, tmp_path / "out.mlir")
    again = read(tmp_path / "out.mlir")
    assert module.is_structurally_equivalent(again)
    assert [p.name for p in tmp_path.iterdir()] == ["out.mlir"]


def test_python_gets_all_errors_in_one(tmp_path: Path) -> None:
    with pytest.raises(Diagnosed, match="<text>:3:8: error: operand #1 does not dominate") as info:
        read(TEXT.replace("%x, %x", "%x, %y"))
    assert len(info.value.diagnostics) == 1
    with pytest.raises(Diagnosed, match="cannot open input file 'none.mlir'"):
        read("none.mlir")
    with pytest.raises(Diagnosed, match="'nopass' does not refer"):
        run(read(TEXT), "nopass")
    with pytest.raises(Diagnosed, match="No such file"):
        write(read(TEXT), tmp_path / "none" / "out.mlir")


def test_python_gets_warnings(scratch: Any) -> None:
    scratch(lambda op: warning(op, "careful"))
    with pytest.warns(UserWarning, match="<text>:2:1: warning: careful"):
        run(read(TEXT), "scratch")


def test_diagnostics_without_an_engine() -> None:
    with pytest.warns(UserWarning, match="<unknown>:0: error: alone"):
        error(None, "alone")


def test_a_verifier_exception_in_a_pass_is_an_error(scratch: Any, nn_opt: Any) -> None:
    def body(op: Any) -> None:
        raise VerifyException("kernel is wrong")

    scratch(body)
    assert "error: kernel is wrong" in nn_opt("-p", "scratch")[2]
