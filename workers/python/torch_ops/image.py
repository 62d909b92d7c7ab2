"""Sampling of images at given points."""
import torch
import torch.nn.functional as F

from assay_worker import Unsupported
from torch_ops.base import OPS, is_float

_MODES = {"linear": "bilinear", "bilinear": "bilinear", "nearest": "nearest", "cubic": "bicubic", "bicubic": "bicubic"}


@OPS.define("GridSample")
def grid_sample(call, x, grid):
    mode = _MODES[call.attr("mode", "linear")]
    if x.dim() not in (4, 5) or (x.dim() == 5 and mode == "bicubic"):
        raise Unsupported(f"GridSample, {mode}, over {x.dim() - 2} spatial axes")
    if not is_float(x):
        raise Unsupported("GridSample of integers")
    padding, corners = call.attr("padding_mode", "zeros"), bool(call.attr("align_corners", 0))
    if x.dtype == grid.dtype:
        return F.grid_sample(x, grid, mode, padding, corners)
    wide = torch.float64 if torch.float64 in (x.dtype, grid.dtype) else torch.float32
    return F.grid_sample(x.to(wide), grid.to(wide), mode, padding, corners).to(x.dtype)


@OPS.define("AffineGrid")
def affine_grid(call, theta, size):
    return F.affine_grid(theta, call.ints(1), align_corners=bool(call.attr("align_corners", 0)))
