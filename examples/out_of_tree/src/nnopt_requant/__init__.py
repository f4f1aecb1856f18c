"""The operator RequantShift of integer-only networks: a reader, and the pass that writes it."""

from xdsl.passes import ModulePass

from nnopt.compiler import Plugin


def _fuse_requant_shift() -> type[ModulePass]:
    from .fuse_requant_shift import FuseRequantShiftPass

    return FuseRequantShiftPass


PLUGIN = Plugin(
    passes={"fuse-requant-shift": _fuse_requant_shift},
    conversions={"onnx": ("nnopt_requant.onnx",)},
)
