"""TFLite models in memory, made with the builders of the package `tflite`."""

import struct
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import flatbuffers  # pyright: ignore[reportMissingTypeStubs]

tflite: Any = import_module("tflite")
FLOAT32, INT32, INT8 = 0, 2, 9


@dataclass(frozen=True)
class Table:
    """A table of the schema and its fields, as the builders call them."""

    name: str
    fields: dict[str, Any] = field(default_factory=dict[str, Any])


def table(name: str, **fields: Any) -> Table:
    return Table(name, fields)


def serialised(root: Table) -> bytes:
    """The file."""
    builder: Any = flatbuffers.Builder(1024)
    builder.Finish(_built(builder, root), b"TFL3")
    return bytes(builder.Output())


def _built(builder: Any, value: Any) -> Any:
    """What is added to a table: numbers as they are, all else as an offset."""
    if isinstance(value, Table):
        fields = {k: _built(builder, v) for k, v in value.fields.items()}
        getattr(tflite, f"{value.name}Start")(builder)
        for name, built in fields.items():
            getattr(tflite, f"{value.name}Add{name}")(builder, built)
        return getattr(tflite, f"{value.name}End")(builder)
    if isinstance(value, str):
        return builder.CreateString(value)
    if isinstance(value, bytes):
        return builder.CreateByteVector(value)
    if not isinstance(value, list):
        return value
    given: list[Any] = value
    if given and isinstance(given[0], Table):
        offsets = [_built(builder, v) for v in given]
        builder.StartVector(4, len(offsets), 4)
        for offset in reversed(offsets):
            builder.PrependUOffsetTRelative(offset)
        return builder.EndVector()
    floats = any(isinstance(v, float) for v in given)
    builder.StartVector(4, len(given), 4)
    for v in reversed(given):
        (builder.PrependFloat32 if floats else builder.PrependInt32)(v)
    return builder.EndVector()


def tensor(
    name: str, shape: list[int], buffer: int = 0, type_: int = FLOAT32, **more: Any
) -> Table:
    return table("Tensor", Shape=shape, Type=type_, Buffer=buffer, Name=name, **more)


def floats(*values: float) -> bytes:
    return struct.pack(f"<{len(values)}f", *values)


def perceptron(**changed: Any) -> Table:
    """`y = relu(x · w + b) + x`, of two operators; `changed` replaces fields of the sub-graph."""
    tensors = [
        tensor("x", [1, 2]),
        tensor("w", [2, 2], 1),
        tensor("b", [2], 2),
        tensor("h", [1, 2]),
        tensor("y", [1, 2]),
    ]
    operators = [
        table(
            "Operator",
            OpcodeIndex=0,
            Inputs=[0, 1, 2],
            Outputs=[3],
            BuiltinOptionsType=8,
            BuiltinOptions=table("FullyConnectedOptions", FusedActivationFunction=1),
        ),
        table(
            "Operator",
            OpcodeIndex=1,
            Inputs=[3, 0],
            Outputs=[4],
            BuiltinOptionsType=11,
            BuiltinOptions=table("AddOptions"),
        ),
    ]
    graph = {
        "Tensors": tensors,
        "Inputs": [0],
        "Outputs": [4],
        "Operators": operators,
        "Name": "main",
    }
    return table(
        "Model",
        Version=3,
        OperatorCodes=[
            table("OperatorCode", DeprecatedBuiltinCode=9, BuiltinCode=9, Version=1),
            table("OperatorCode", DeprecatedBuiltinCode=0, BuiltinCode=0, Version=1),
        ],
        Subgraphs=[Table("SubGraph", graph | changed)],
        Buffers=[
            table("Buffer"),
            table("Buffer", Data=floats(1.0, -2.0, 0.5, 3.0)),
            table("Buffer", Data=floats(0.25, -1.0)),
        ],
        Description="by hand",
    )
