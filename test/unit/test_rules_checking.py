"""`--check-rules` has to refute what is wrong: near misses, each of a rule that is right."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nnopt.compiler import read
from nnopt.compiler.functions import defined
from nnopt.compiler.rules.loading import SHIPPED as SETS
from nnopt.compiler.rules.loading import CompiledRule, load, load_text, shipped
from nnopt.compiler.rules.rule_pass import operators_of
from nnopt.compiler.rules.trials import try_rule
from nnopt.compiler.text.printer import text_of

sys.path.insert(0, str(Path(__file__).parents[1]))
from arrays import ort_session, run_session

INPUTS = Path(__file__).parents[1] / "passes" / "Inputs" / "rules"
SHIPPED = [(name, rule) for name in shipped() for rule in load(name)]
WANTED = 24
"""Instances of each form: `nn-opt --check-rules` takes more."""


def of(rules: list[tuple[str, CompiledRule]]) -> list[Any]:
    return [pytest.param(rule, id=f"{name}-{rule.name}") for name, rule in rules]


@pytest.mark.parametrize("rule", of(SHIPPED))
def test_shipped_rules_hold(rule: CompiledRule) -> None:
    verdict = try_rule(rule, seed=11, wanted=WANTED)
    assert not verdict.faults and not verdict.doubts
    assert verdict.counter_example is None, verdict.counter_example.reason
    assert verdict.tried >= WANTED * len(rule.variants) // 2


def test_there_are_thirty() -> None:
    assert len(SHIPPED) >= 30
    assert len({rule.name for _, rule in SHIPPED}) == len(SHIPPED)


@pytest.mark.parametrize(
    "rule", of([("wrong", rule) for rule in load(str(INPUTS / "wrong.nnrule"))])
)
def test_wrong_rules_are_refuted(rule: CompiledRule) -> None:
    found = try_rule(rule).counter_example
    assert found is not None and found.results[1] is not None
    before, after = defined(read(text_of(found.module)))
    assert (before.sym_name.data, after.sym_name.data) == ("before", "after")


NEAR_MISSES = {
    "a float zero loses the sign of -0": """
        rule r : exact { match { %y = nn.add %x, 0 } where type(%x) == type(%y) replace %x }
    """,
    "what broadcasts is of another type": """
        rule r : exact { match { const %k %_ = nn.mul %x, %k } where scalar(%k) == 1 replace %x }
    """,
    "one rounding is not two": """
        rule r : exact {
          match { const %a, %b %i = nn.mul %x, %a %_ = nn.mul %i, %b }
          where is_float(dtype(%x))
          const %c = nn.mul %a, %b
          replace nn.mul %x, %c
        }
    """,
    "unsigned numbers have no signs to lose": """
        rule r : exact { match { %n = nn.neg %x %_ = nn.abs %n } replace nn.abs %x }
    """,
    "NaN minus NaN is NaN": """
        rule r : exact {
          match { %d = nn.sub %x, %x %_ = nn.add %d, %y }
          where type(%x) == type(%y), is_float(dtype(%x))
          replace %y
        }
    """,
    "integers wrap": """
        rule r : exact {
          match { %a = nn.abs %x %_ = nn.relu %a }
          where is_integer(dtype(%x))
          replace %a
        }
    """,
    "a leaky slope above 1 is no maximum": """
        rule r : real {
          match { const %a %m = nn.mul %x, %a %y = nn.maximum %x, %m }
          where is_float(dtype(%x)), splat(%a), type(%x) == type(%y)
          replace nn.leaky_relu %x {alpha = scalar(%a)}
        }
    """,
    "the axes of a layer norm are the last": """
        rule r : real {
          match {
            %m = nn.reduce_mean %x {axes = $axes, keepdims = true}
            %d = nn.sub %x, %m
            %s = nn.mul %d, %d
            %v = nn.reduce_mean %s {axes = $axes, keepdims = true}
            %t = nn.add %v, $epsilon
            %r = nn.sqrt %t
            %y = nn.div %d, %r
          }
          where len($axes) > 0, is_float(dtype(%x)), type(%x) == type(%y), $epsilon > 0
          replace nn.layer_norm %x {axis = $axes[0], epsilon = $epsilon}
        }
    """,
    "the spatial dims depend on the layout": """
        rule r : exact {
          match {
            %p = nn.pad %x {pads = $pads}
            %_ = nn.conv %p, %w {pads = $own, layout = $layout, $rest...}
          }
          let $r = rank(%x)
          where all($pads >= 0), all($pads[:2] == 0), all($pads[$r:$r + 2] == 0)
          let $added = $pads[2:$r] ++ $pads[$r + 2:]
          replace nn.conv %x, %w {pads = $added + otherwise($own, 0), layout = $layout, $rest...}
        }
    """,
    "an average pool does not count its own pads": """
        rule r : exact {
          match { %_ = nn.average_pool %x {kernel = $k, pads = $p, count_include_pad = true} }
          replace nn.average_pool %x {kernel = $k, pads = $p}
        }
    """,
    "integers are cut before they are summed": """
        rule r : exact {
          match { const %a %p = nn.div %x, %a %q = nn.div %y, %a %_ = nn.add %p, %q }
          where type(%x) == type(%y), is_integer(dtype(%x)), all(%a != 0)
          replace { %s = nn.add %x, %y  nn.div %s, %a }
        }
    """,
    "a cast to integers cuts fractions off": """
        rule r : exact {
          match { %c = nn.cast %x {to = $a, $_...} %_ = nn.cast %c {to = $b, $_...} }
          where is_float(dtype(%x)), is_integer($a), dtype(%x) == $b
          replace %x
        }
    """,
    "a product does not commute": """
        rule r : real {
          match { %t = nn.transpose %a {perm = [1, 0]} %y = nn.matmul %t, %b }
          where rank(%a) == 2, rank(%b) == 2
          replace { %p = nn.matmul %b, %a  nn.transpose %p {perm = [1, 0]} }
        }
    """,
    "equal types with dims ? need not have equal shapes": """
        rule r : exact {
          match { %s = nn.add %x, %z %y = nn.sub %s, %z }
          where type(%x) == type(%z), is_integer(dtype(%x))
          replace %x
        }
    """,
    "a slice that begins elsewhere": """
        rule r : exact {
          match {
            %a = nn.slice %x {starts = $s, ends = $_}
            %_ = nn.slice %a {starts = $t, ends = $f}
          }
          where len($s) == len($t)
          replace nn.slice %x {starts = $t, ends = $f}
        }
    """,
    "softmax along another axis": """
        rule r : real {
          match { %t = nn.transpose %x {perm = $p} %_ = nn.softmax %t {axis = $a} }
          replace { %s = nn.softmax %x {axis = $a}  nn.transpose %s {perm = $p} }
        }
    """,
}


@pytest.mark.parametrize("text", [pytest.param(t, id=n) for n, t in NEAR_MISSES.items()])
def test_near_misses_are_refuted(text: str) -> None:
    (rule,) = load_text(text, "near.nnrule")
    verdict = try_rule(rule)
    assert verdict.counter_example is not None, (verdict.tried, verdict.faults)


def test_equal_types_of_a_text_do_not_prove_that_nothing_broadcasts() -> None:
    """The type of a result may say less than those of the operands."""
    text = """rule r : exact {
      match { const %k %y = nn.mul %x, %k }
      where scalar(%k) == 1, type(%x) == type(%y)
      replace %x
    }"""
    (wrong,) = load_text(text, "near.nnrule")
    (right,) = load_text(text.replace("where", "where fits(%k, %x),"), "near.nnrule")
    assert try_rule(wrong, wanted=500).counter_example is not None
    assert try_rule(right, wanted=500).counter_example is None


@pytest.mark.parametrize("name", shipped())
def test_operators_that_a_rule_needs_are_in_all_its_forms(name: str) -> None:
    """For the sake of modules that lack them the file is not even read."""
    needed = operators_of((SETS / f"{name}.nnrule").read_text())
    for rule, operators in zip(load(name), needed, strict=True):
        assert operators
        for variant in rule.variants:
            assert operators <= {node.cls.name for node in variant.nodes}


def test_verdicts_are_those_of_the_seed() -> None:
    rule = load(str(INPUTS / "wrong.nnrule")).get("transposes-the-wrong-way-round")
    assert rule is not None
    first, again, other = (try_rule(rule, seed) for seed in (3, 3, 4))
    texts = [text_of(v.counter_example.module) for v in (first, again, other) if v.counter_example]
    assert texts[0] == texts[1] != texts[2]


# --- Against another runtime --------------------------------------------------------------------

GELU = """
func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %root = nn.constant {value = dense<1.41421354> : tensor<f32>} : () -> tensor<f32>
  %one = nn.constant {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
  %half = nn.constant {value = dense<0.5> : tensor<f32>} : () -> tensor<f32>
  %d = nn.div %x, %root : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %e = nn.erf %d : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %b = nn.add %e, %one : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %m = nn.mul %x, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %y = nn.mul %m, %half : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  func.return %y : tensor<2x3xf32>
}
"""
BATCH_NORM = """
func.func @f(%x: tensor<1x2x4x4xf32>) -> tensor<1x3x3x3xf32> {
  %w = nn.constant {value = dense<[[[[1.0, 2.0], [0.5, -1.0]], [[0.0, 1.0], [2.0, 0.5]]],
    [[[0.5, 0.5], [1.0, 1.0]], [[-2.0, 1.0], [0.0, 0.5]]],
    [[[1.5, 0.0], [0.0, 1.5]], [[1.0, -1.0], [1.0, -1.0]]]]> : tensor<3x2x2x2xf32>}
    : () -> tensor<3x2x2x2xf32>
  %s = nn.constant {value = dense<[1.0, 0.5, -2.0]> : tensor<3xf32>} : () -> tensor<3xf32>
  %v = nn.constant {value = dense<[0.5, 1.5, 3.0]> : tensor<3xf32>} : () -> tensor<3xf32>
  %c = nn.conv %x, %w : (tensor<1x2x4x4xf32>, tensor<3x2x2x2xf32>) -> tensor<1x3x3x3xf32>
  %y = nn.batch_norm %c, %s, %s, %s, %v : (tensor<1x3x3x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<1x3x3x3xf32>
  func.return %y : tensor<1x3x3x3xf32>
}
"""  # noqa: E501


@pytest.mark.parametrize(
    "text, rules, operator",
    [(GELU, "activations", "nn.gelu"), (BATCH_NORM, "convolutions", "nn.conv")],
    ids=["gelu", "batch norm"],
)
def test_onnxruntime_agrees(text: str, rules: str, operator: str, tmp_path: Path) -> None:
    from nnopt.compiler import run, write

    before, after = read(text), run(read(text), f"apply-rules{{file={rules}}}")
    (function,) = defined(after)
    kept = [op.name for op in function.body.block.ops if op.name != "nn.constant"]
    assert kept == [operator, "func.return"]
    found: list[Any] = []
    for name, module in (("before", before), ("after", after)):
        run(module, "convert-nn-to-onnx{opset=20}")
        write(module, tmp_path / f"{name}.onnx")
        session = ort_session(tmp_path / f"{name}.onnx")
        (entry,) = session.get_inputs()
        x = np.random.default_rng(5).standard_normal(entry.shape).astype(np.float32)
        found += run_session(session, {entry.name: x})
    np.testing.assert_allclose(found[1], found[0], rtol=1e-5, atol=1e-5)
