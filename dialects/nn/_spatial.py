"""Windows that slide over the spatial dims of a tensor: what convolution and pooling share."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from ...compiler.op import DYNAMIC, Tensor, refuse
from .shape import is_known

LAYOUTS = ("nchw", "nhwc")
"""Where the channels are: `[N, C, *S]` or `[N, *S, C]`, for any number of spatial dims `*S`."""
PADDINGS = ("explicit", "same_upper", "same_lower")
"""`pads` as given, or what `ceil(size / stride)` windows need, the odd element after or before."""


@dataclass(frozen=True)
class Sliding:
    """
    A window on every spatial dim: its size, its step, the distance between its elements, and the
    padding before and after, which `padding` other than `explicit` leaves to the input's size.
    """

    kernel: tuple[int, ...]
    strides: tuple[int, ...]
    dilations: tuple[int, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]
    padding: str = "explicit"

    @property
    def extents(self) -> list[int]:
        """How many elements a window spans."""
        return [
            DYNAMIC if k == DYNAMIC else d * (k - 1) + 1
            for k, d in zip(self.kernel, self.dilations, strict=True)
        ]

    def counts(self, sizes: Sequence[int], ceil_mode: bool = False) -> list[int]:
        """The number of windows over each spatial dim; `?` stays `?`."""
        return [self._count(i, size, ceil_mode) for i, size in enumerate(sizes)]

    def _count(self, i: int, size: int, ceil_mode: bool) -> int:
        extent, stride = self.extents[i], self.strides[i]
        if DYNAMIC in (size, extent):
            return DYNAMIC
        if self.padding != "explicit":
            return (size + stride - 1) // stride
        room = size + self.low[i] + self.high[i] - extent
        if is_known(room) and room < -1:
            refuse(
                f"has a window of {extent} elements over {size}"
                f" padded by {self.low[i]} and {self.high[i]}"
            )
        if not ceil_mode:
            return room // stride + 1
        # A last window may end beyond the padding, but not begin in it.
        count = (room + stride - 1) // stride + 1
        most = (size + self.low[i] + stride - 1) // stride
        if self.high[i] + stride <= extent:
            return count
        if not is_known(size):
            refuse("rounds up the number of windows over a size that is not known")
        return min(count, most)

    def over(self, sizes: Sequence[int]) -> "Sliding":
        """With the padding that belongs to an input of these sizes."""
        if self.padding == "explicit":
            return self
        low: list[int] = []
        high: list[int] = []
        for size, stride, extent in zip(sizes, self.strides, self.extents, strict=True):
            before, after = same_pads(size, stride, extent, self.padding)
            low.append(before)
            high.append(after)
        return Sliding(self.kernel, self.strides, self.dilations, tuple(low), tuple(high))

    def taps(self) -> Iterator[tuple[int, ...]]:
        """The positions in a window."""
        return product(*map(range, self.kernel))

    def tap(self, x: Any, at: tuple[int, ...], counts: Sequence[int]) -> Any:
        """What padded `[..., *S]` holds at a position of every window, `[..., *counts]`: a view."""
        return x[
            (
                ...,
                *(
                    slice(a * d, a * d + (n - 1) * s + 1, s) if n else slice(0, 0)
                    for a, d, n, s in zip(at, self.dilations, counts, self.strides, strict=True)
                ),
            )
        ]

    def windows(self, np: Any, x: Any, counts: Sequence[int]) -> Any:
        """The windows of padded `[N, C, *S]` as `[N, C, *kernel, *counts]`: a view."""
        steps = x.strides[2:]
        return np.lib.stride_tricks.as_strided(
            x,
            (*x.shape[:2], *self.kernel, *counts),
            (
                *x.strides[:2],
                *(step * d for step, d in zip(steps, self.dilations, strict=True)),
                *(step * s for step, s in zip(steps, self.strides, strict=True)),
            ),
            writeable=False,
        )


def same_pads(size: int, stride: int, extent: int, padding: str) -> tuple[int, int]:
    """What pads one dim so that `ceil(size / stride)` windows fit."""
    missing = max(0, ((size + stride - 1) // stride - 1) * stride + extent - size)
    return split_padding(missing, padding)


def split_padding(total: int, padding: str) -> tuple[int, int]:
    """Padding before and after, of which the odd element is `same_upper`'s after."""
    half = total // 2
    return (half, total - half) if padding == "same_upper" else (total - half, half)


def sliding(
    kernel: Any, strides: Any, dilations: Any, pads: Any, padding: str = "explicit"
) -> Sliding:
    """The window that properties describe; refuses those that are none."""
    if kernel is None:
        refuse("needs a 'kernel'")
    rank = len(kernel)
    _check("kernel", kernel, rank, 1)
    strides = _given("strides", strides, rank, 1)
    dilations = _given("dilations", dilations, rank, 1)
    if pads is not None and padding != "explicit":
        refuse(f"has pads {list(pads)} and padding '{padding}', which does without")
    pads = _given("pads", pads, 2 * rank, 0)
    return Sliding(tuple(kernel), strides, dilations, pads[:rank], pads[rank:], padding)


def _given(what: str, values: Any, count: int, least: int) -> tuple[int, ...]:
    if values is None:
        return (least,) * count
    _check(what, values, count, least)
    return tuple(values)


def _check(what: str, values: Sequence[Any], count: int, least: int) -> None:
    if len(values) != count:
        refuse(f"has {len(values)} {what}; {count} belong there")
    if any(is_known(v) and v < least for v in values):
        refuse(f"has {what} {list(values)}; they must be at least {least}")


# --- Types --------------------------------------------------------------------------------------


def parts(x: Tensor, layout: str) -> tuple[Any, Any, tuple[Any, ...]]:
    """Batch, channels and spatial dims of a type that has all three."""
    dims = tuple(x.get_shape())
    if len(dims) < 3:
        refuse(f"has an input of rank {len(dims)}; batch, channels and space need 3")
    if layout == "nchw":
        return dims[0], dims[1], dims[2:]
    return dims[0], dims[-1], dims[1:-1]


def whole(batch: Any, channels: Any, spatial: Sequence[Any], layout: str) -> tuple[Any, ...]:
    """The shape of these parts."""
    if layout == "nchw":
        return (batch, channels, *spatial)
    return (batch, *spatial, channels)


def differ(a: Any, b: Any) -> bool:
    """Whether two dims are numbers and not the same."""
    return is_known(a) and is_known(b) and a != b


def given(*operands: Tensor | None) -> list[Tensor]:
    """Those that are there."""
    return [t for t in operands if t is not None]


# --- Arrays -------------------------------------------------------------------------------------


def channels_first(np: Any, x: Any, layout: str) -> Any:
    """`[N, C, *S]`, a view."""
    return x if layout == "nchw" else np.moveaxis(x, -1, 1)


def channels_back(np: Any, y: Any, layout: str) -> Any:
    """`[N, C, *S]` in the layout: its inverse."""
    return y if layout == "nchw" else np.ascontiguousarray(np.moveaxis(y, 1, -1))


def padded(np: Any, x: Any, low: Sequence[int], high: Sequence[int], fill: Any = 0) -> Any:
    """`[N, C, *S]` with its spatial dims padded; itself where there is nothing to pad."""
    if not any(low) and not any(high):
        return x
    sizes = [b + n + a for b, n, a in zip(low, x.shape[2:], high, strict=True)]
    y = np.full((*x.shape[:2], *sizes), fill, x.dtype)
    y[(..., *(slice(b, b + n) for b, n in zip(low, x.shape[2:], strict=True)))] = x
    return y
