"""Sampling of images at given points."""
import torch.nn.functional as F

from assay_worker import Unsupported
from torch_ops.base import OPS

_MODES = {"linear": "bilinear", "bilinear": "bilinear", "nearest": "nearest", "cubic": "bicubic", "bicubic": "bicubic"}


@OPS.define("GridSample")
def grid_sample(call, x, grid):
    mode = _MODES[call.attr("mode", "linear")]
    if x.dim() not in (4, 5) or (x.dim() == 5 and mode == "bicubic"):
        raise Unsupported(f"GridSample, {mode}, over {x.dim() - 2} spatial axes")
    return F.grid_sample(x, grid.to(x.dtype), mode, call.attr("padding_mode", "zeros"), bool(call.attr("align_corners", 0)))


@OPS.define("AffineGrid")
def affine_grid(call, theta, size):
    return F.affine_grid(theta, call.ints(1), align_corners=bool(call.attr("align_corners", 0)))
