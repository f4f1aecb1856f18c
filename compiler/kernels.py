"""What rewrites do to the kernel and the bias of a convolution whose both are constant."""

from typing import Any, TypeAlias

from xdsl.ir import SSAValue

from ..dialects.nn.constant import Constant
from ..dialects.nn.conv import Conv, ConvTranspose
from ..dialects.nn.shape import Broadcast
from .matching import array, elements
from .op import Op
from .weights import INLINE, Elements

Convolution: TypeAlias = Conv | ConvTranspose


def output_channels(conv: Convolution) -> int | None:
    """The number of output channels, if the kernel is constant."""
    kernel = elements(conv.w)
    if kernel is None or not kernel.data.here:
        return None
    shape = kernel.type.get_shape()
    return shape[0] if isinstance(conv, Conv) else shape[1] * conv.groups


def bias_of(np: Any, conv: Convolution) -> Any:
    """The bias in f64, zeros if there is none; None if it is not constant."""
    if conv.b is not None:
        found = array(conv.b)
        return None if found is None else found.astype(np.float64)
    channels = output_channels(conv)
    return None if channels is None else np.zeros(channels)


def scaled_kernel(np: Any, conv: Convolution, factor: Any) -> list[Op] | None:
    """
    The kernel, each output channel times its factor: operations, the last of which gives it; None
    where its type cannot hold that.

    A kernel of equal elements stays as small as it is: one number a channel, broadcast.
    """
    kernel = elements(conv.w)
    assert kernel is not None
    whole = kernel.array(np)
    spread = _spread(np, factor, conv, whole.shape)
    small = kernel.splat and kernel.data.count > INLINE
    few = whole[tuple(slice(n) for n in spread.shape)] if small else whole
    values = _finite(np, few.astype(np.float64) * spread, whole.dtype)
    if values is None:
        return None
    constant = Constant.named(Elements.of(values, None, kernel.key))
    if not small:
        return [constant]
    return [constant, Broadcast.of(constant.result, shape=tuple(whole.shape))]


def _spread(np: Any, factor: Any, conv: Convolution, shape: tuple[int, ...]) -> Any:
    """A factor for each output channel (or one for all), against a kernel."""
    ones = (1,) * (len(shape) - 2)
    if factor.size == 1 or isinstance(conv, Conv):
        return factor.reshape(-1, 1, *ones)
    inner = shape[0] // conv.groups
    groups = np.repeat(factor.reshape(conv.groups, shape[1]), inner, axis=0)
    return groups.reshape(*shape[:2], *ones)


def new_bias(np: Any, conv: Convolution, bias: Any) -> Constant | None:
    """
    A bias of these numbers, named for the kernel if the convolution had none; None where the type
    cannot hold them.
    """
    kernel, old = elements(conv.w), elements(conv.b)
    assert kernel is not None
    of_kernel = kernel.key and kernel.key.removesuffix(".weight") + ".bias"
    key = of_kernel if old is None else old.key
    values = _finite(np, bias, kernel.array(np).dtype)
    return None if values is None else Constant.named(Elements.of(values, None, key))


def _finite(np: Any, numbers: Any, dtype: Any) -> Any:
    """Numbers in a narrower type; None if one is infinite or NaN there."""
    with np.errstate(all="ignore"):
        found = numbers.astype(dtype)
    return found if np.isfinite(found).all() else None


def rebuilt(conv: Convolution, w: SSAValue, b: SSAValue | None) -> Convolution:
    """The convolution with another kernel and bias."""
    return type(conv).of(conv.x, w, b, **type(conv).settings_of(conv.properties))
