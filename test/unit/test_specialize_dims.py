"""Sizes that contradict what is written, or what an operation needs."""

import pytest

from nnopt.compiler import read, run

NAMED = 'tensor<?xf32> {nn.dims = ["n"]}'


def refused(body: str, arguments: str, result: str) -> str:
    """The errors of `specialize-dims{n=4}` on a function."""
    module = read(f"func.func @f({arguments}) -> {result} {{ {body} }}")
    with pytest.raises(Exception) as caught:
        run(module, "specialize-dims{n=4}")
    return str(caught.value)


def test_a_written_size() -> None:
    message = refused(
        "func.return %x : tensor<?xf32>",
        f'%x: {NAMED}, %y: tensor<3xf32> {{nn.dims = ["n"]}}',
        "tensor<?xf32>",
    )
    assert "dim 0 of argument 'y', 'n', is 3, and cannot be 4" in message


def test_what_an_operation_needs() -> None:
    message = refused(
        """%z = nn.add %x, %y : (tensor<?xf32>, tensor<3xf32>) -> tensor<?xf32>
        func.return %z : tensor<?xf32>""",
        f"%x: {NAMED}, %y: tensor<3xf32>",
        "tensor<?xf32>",
    )
    assert "'nn.add' op has operands whose shapes do not broadcast: 4, 3" in message


def test_a_written_type() -> None:
    message = refused(
        """%z = nn.relu %x : (tensor<?xf32>) -> tensor<3xf32>
        func.return %z : tensor<3xf32>""",
        f"%x: {NAMED}",
        "tensor<3xf32>",
    )
    assert "the type tensor<3xf32> of 'z' is not what its operands give, tensor<4xf32>" in message
