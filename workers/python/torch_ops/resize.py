"""Resize and Upsample: torch's interpolate where it means the same, otherwise sums over taps along one axis at a time.

Where an output element reads from is decided by sizes and scales alone, so places and weights of the taps are computed
in Python.
"""
import dataclasses
import math

import torch
import torch.nn.functional as F

from assay_worker import Unsupported
from torch_ops.base import OPS, SMALL_FLOATS, axes_of, constant, is_float

_LINEAR = {3: "linear", 4: "bilinear", 5: "trilinear"}


@dataclasses.dataclass
class Axis:
    """One resized axis."""
    size: int
    out: int
    scale: float
    start: float = 0.0  # region of interest
    end: float = 1.0
    exclude: bool = False  # taps outside the input lose their weight

    @property
    def touched(self):
        return self.size != self.out or self.scale != 1.0 or self.start != 0.0 or self.end != 1.0

    def coordinate(self, mode, i):
        """The place in the input of output element `i`."""
        if mode == "align_corners":
            return 0.0 if self.out == 1 else i * (self.size - 1) / (self.scale * self.size - 1)
        if mode == "asymmetric":
            return i / self.scale
        if mode == "pytorch_half_pixel" and self.out == 1:
            return 0.0
        if mode == "tf_crop_and_resize":
            first, span = self.start * (self.size - 1), (self.end - self.start) * (self.size - 1)
            return first + (0.5 * span if self.out == 1 else i * span / (self.scale * self.size - 1))
        if mode == "tf_half_pixel_for_nn":
            return (i + 0.5) / self.scale
        place = (i + 0.5) / self.scale - 0.5
        if mode == "half_pixel_symmetric":
            place += self.size / 2 * (1 - self.out / (self.scale * self.size))
        elif mode not in ("half_pixel", "pytorch_half_pixel"):
            raise Unsupported(f"coordinate transformation {mode}")
        return place


@OPS.define("Resize", "Upsample")
def resize(call, x, *inputs):
    old = call.op == "Upsample" or call.opset < 11
    mode = call.attr("mode", "nearest")
    coordinates = call.attr("coordinate_transformation_mode", "asymmetric" if old else "half_pixel")
    nearest = call.attr("nearest_mode", "floor" if old else "round_prefer_floor")
    plan = _plan(call, x, old)
    touched = [i for i, axis in enumerate(plan) if axis.touched]
    if not touched:
        return x
    antialias = bool(call.attr("antialias", 0)) and mode != "nearest"
    if not antialias:
        native = _native(call, x, plan, touched, mode, coordinates, nearest)
        if native is not None:
            return native
    compute = x if mode == "nearest" or is_float(x) and x.dtype not in SMALL_FLOATS else x.float()
    outside = None
    for i in touched:
        places = [plan[i].coordinate(coordinates, o) for o in range(plan[i].out)]
        if coordinates == "tf_crop_and_resize":
            beyond = [not 0 <= place <= plan[i].size - 1 for place in places]
            beyond = constant(beyond, torch.bool, x).reshape([-1] + [1] * (x.dim() - 1 - i))
            outside = beyond if outside is None else outside | beyond
        compute = _along(compute, i, places, plan[i], _taps(call, mode, nearest, plan[i].scale, antialias))
    if outside is not None:
        compute = torch.where(outside, call.attr("extrapolation_value", 0.0), compute)
    return compute.to(x.dtype)


def _plan(call, x, old):
    """One Axis per axis of `x`."""
    rank = x.dim()
    roi = sizes = None
    if call.op == "Upsample":
        scales = call.attr("scales") if call.opset < 9 else call.static(1).tolist()
    elif old:
        scales = call.static(1).tolist()
    else:
        roi, scales, sizes = call.static(1), call.static(2), call.ints(3)
        roi = None if roi is None or roi.size == 0 else roi.tolist()
        scales = None if scales is None or scales.size == 0 else scales.tolist()
    axes = call.attr("axes") if call.op == "Resize" and call.opset >= 18 else None
    axes = list(range(rank)) if axes is None else axes_of(axes, rank)
    exclude = bool(call.attr("exclude_outside", 0))
    plan = [Axis(size, size, 1.0, exclude=exclude) for size in x.shape]
    policy = call.attr("keep_aspect_ratio_policy", "stretch")
    for i, axis in enumerate(axes):
        a = plan[axis]
        if scales is not None:
            a.scale, a.out = scales[i], math.floor(a.size * scales[i])
        else:
            a.scale, a.out = sizes[i] / a.size, sizes[i]
        if roi is not None and call.attr("coordinate_transformation_mode") == "tf_crop_and_resize":
            a.start, a.end = roi[i], roi[len(axes) + i]
    if sizes is not None and scales is None and policy != "stretch":
        ratios = [sizes[i] / plan[axis].size for i, axis in enumerate(axes)]
        ratio = min(ratios) if policy == "not_larger" else max(ratios)
        for axis in axes:
            plan[axis].scale, plan[axis].out = ratio, math.floor(plan[axis].size * ratio + 0.5)
    return plan


def _native(call, x, plan, touched, mode, coordinates, nearest):
    """torch.nn.functional.interpolate, or None where it means something else."""
    rank = x.dim()
    if rank not in _LINEAR or min(touched) < 2 or x.numel() == 0 or not is_float(x) or not all(a.out for a in plan):
        return None
    if any(a.scale * a.size != a.out for a in plan):
        return None  # two readings of the scale; the taps below use the given one
    size = [a.out for a in plan[2:]]
    half = coordinates == "half_pixel" or coordinates == "pytorch_half_pixel" and 1 not in size
    if mode == "nearest":
        if coordinates == "asymmetric" and nearest == "floor":
            return F.interpolate(x, size, mode="nearest")
        if half and nearest == "round_prefer_ceil":
            return F.interpolate(x, size, mode="nearest-exact")
        return None
    if not half and coordinates != "align_corners":
        return None
    if mode == "linear":
        return F.interpolate(x, size, mode=_LINEAR[rank], align_corners=not half)
    if rank == 4 and call.attr("cubic_coeff_a", -0.75) == -0.75 and not call.attr("exclude_outside", 0):
        return F.interpolate(x, size, mode="bicubic", align_corners=not half)
    return None


def _taps(call, mode, nearest, scale, antialias):
    """A function from a coordinate to [(place, weight)]."""
    if mode == "nearest":
        rounding = {"floor": math.floor, "ceil": math.ceil, "round_prefer_floor": lambda p: math.ceil(p - 0.5),
                    "round_prefer_ceil": lambda p: math.floor(p + 0.5)}[nearest]
        return lambda place: [(rounding(place), 1.0)]
    stretch = min(scale, 1.0) if antialias else 1.0
    if mode == "linear":
        reach, weigh = 1, lambda d: max(0.0, 1 - abs(d))
    elif mode == "cubic":
        reach, weigh = 2, _cubic(call.attr("cubic_coeff_a", -0.75))
    else:
        raise Unsupported(f"Resize mode {mode}")
    half = reach - 1 if stretch == 1.0 else -math.floor(-reach / stretch) - 1

    def taps(place):
        base = math.floor(place) if stretch == 1.0 else math.ceil(place) - 1
        found = [(i, weigh((i - place) * stretch)) for i in range(base - half, base + half + 2)]
        total = sum(weight for _, weight in found)
        return [(i, weight / total) for i, weight in found] if stretch != 1.0 else found
    return taps


def _cubic(a):
    def weigh(d):
        d = abs(d)
        if d <= 1:
            return ((a + 2) * d - (a + 3)) * d * d + 1
        return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a if d < 2 else 0.0
    return weigh


def _along(x, axis, places, plan, taps):
    """Interpolates along one axis. Only taps that exist are read: 0 times infinity must not come in."""
    table = [taps(place) for place in places]
    count = max(map(len, table), default=0)
    exclude = False if count == 1 else plan.exclude
    index, weight = [], []
    for row in table:
        if exclude:
            row = [(i, w if 0 <= i < plan.size else 0.0) for i, w in row]
            total = sum(w for _, w in row)
            row = [(i, w / total) for i, w in row]
        index += [min(max(i, 0), plan.size - 1) for i, _ in row]
        weight += [w for _, w in row]
    picked = x.index_select(axis, constant(index, torch.int64, x))
    if count == 1:
        return picked
    picked = picked.unflatten(axis, (len(places), count))
    weights = constant(weight, x.dtype, x).reshape([len(places), count] + [1] * (x.dim() - 1 - axis))
    return torch.sum(torch.where(weights == 0, constant(0, x.dtype, x), picked * weights), axis + 1)
