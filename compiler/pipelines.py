"""Named pipelines: functions from options to pipeline text, one line a pass, a reason for each.

A parameter is an option: `def canonical(exact: bool = False) -> str` is `canonical{exact}`.
The text may use any name that a user may write, other named pipelines included.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

Expand: TypeAlias = Callable[..., str]


@dataclass(frozen=True)
class NamedPipeline:
    """Pipeline text that stands wherever its anchor, or `any`, is open."""

    name: str
    anchor: str
    expand: Expand


PIPELINES: dict[str, NamedPipeline] = {}


def pipeline(anchor: str) -> Callable[[Expand], Expand]:
    """Names a pipeline for the function: `full_name` is `full-name`."""

    def register(expand: Expand) -> Expand:
        name = expand.__name__.replace("_", "-")
        known = PIPELINES.get(name)
        if known is not None and known.expand.__module__ != expand.__module__:
            raise ValueError(f"pipeline '{name}' is that of '{known.expand.__module__}' already")
        PIPELINES[name] = NamedPipeline(name, anchor, expand)
        return expand

    return register


@pipeline("builtin.module")
def onnx_to_nn(partial: bool = False) -> str:
    """From a model of ONNX, as it was read, to `nn`."""
    return ",".join(
        (
            "build-dag",
            "inline-functions",  # what a function's operators mean depends on its call
            f"convert-onnx-to-nn{{partial={str(partial).lower()}}}",
        )
    )


@pipeline("builtin.module")
def tflite_to_nn(partial: bool = False) -> str:
    """From a model of TFLite, as it was read, to `nn`."""
    return f"build-dag,convert-tfl-to-nn{{partial={str(partial).lower()}}}"


@pipeline("builtin.module")
def nn_to_onnx(opset: int | None = None) -> str:
    """From `nn` to a model of ONNX, at the model's own opset unless another is given."""
    return "convert-nn-to-onnx" if opset is None else f"convert-nn-to-onnx{{opset={opset}}}"


@pipeline("builtin.module")
def canonical(exact: bool = False) -> str:
    """
    The clean form of a network at level `nn`: constants computed, duplicates merged, what exporters
    scatter put together again. With `exact` only what is equal bit for bit.
    """
    exact_passes = (
        "order-dag",  # from here on nothing depends on the order in the file
        "infer-types",
        "fold-constants",  # needs every shape
        "merge-duplicates",  # what follows compares values by identity
        "compose-transposes",
        "compose-reshapes",
        "compose-casts",
        "simplify-arithmetic",
        "fuse-pad",
    )
    real_passes = (
        "fuse-conv-bn",
        "fuse-conv-affine",
        "fuse-hard-swish",
        "fuse-layer-norm",
        "fuse-gelu",
        "fuse-matmul-scales",
        "fuse-matmul-add",
    )
    last_passes = (
        "fold-constants",  # of what has become constant since
        "merge-duplicates",
        "order-dag",  # and nothing that is not needed
    )
    return ",".join((*exact_passes, *(() if exact else real_passes), *last_passes))
