"""Models run with in-place operators and through views (mode inplace of the PyTorch worker).

What an operator of this table does to a tensor it does in place, on a copy of its own that is reached through a view: a slice of a
larger buffer, a transposed or flattened form, a diagonal. Every such program is legal, and in mathematics it is the same model, so
results and gradients must be the same. In autograd it is another one: in-place operators on views rewrite the graph of the way back.
"""
import torch
import torch.nn.functional as F

from layer_table import Layers
from torch_ops import OPS

INPLACE = Layers(OPS, "an in-place form")


def _clone(x):
    y = x.clone()
    return y, y


def _slice(x):
    """Every second element of a buffer, whose other elements are touched in place as well."""
    buffer = torch.zeros(*x.shape, 2, dtype=x.dtype, device=x.device)
    buffer[..., 1].add_(1)
    view = buffer.select(-1, 0)
    view.copy_(x)
    return view, view


def _flat(x):
    base = x.clone(memory_format=torch.contiguous_format)
    return base.view(-1), base


def _transposed(x):
    if x.dim() < 2:
        return _clone(x)
    base = x.transpose(0, -1).clone(memory_format=torch.contiguous_format)
    view = base.transpose(0, -1)
    return view, view


def _diagonal(x):
    """The diagonal of a square; of a scalar there is none."""
    if x.dim() == 0:
        return _clone(x)
    view = torch.diag_embed(x).diagonal(dim1=-2, dim2=-1)
    return view, view


def _expanded(x):
    """Written from a view that repeats its elements."""
    buffer = torch.empty(2, *x.shape, dtype=x.dtype, device=x.device)
    buffer.copy_(x.unsqueeze(0).expand(2, *x.shape))
    return buffer[1], buffer[1]


WAYS = (_clone, _slice, _flat, _transposed, _diagonal, _expanded)
LARGE = 1 << 12  # elements; beyond, a diagonal matrix is not worth its memory


def through_view(x, change):
    """`change`, which works in place, applied to a view of a copy of `x`; the way is chosen by what there is of it."""
    way = WAYS[(x.numel() + 3 * x.dim()) % len(WAYS)]
    if way is _diagonal and x.numel() > LARGE:
        way = _slice
    view, result = way(x)
    change(view)
    return result


def _is_float(x):
    return x.dtype in (torch.float32, torch.float64)


UNARY = {"Relu": torch.relu_, "Sigmoid": torch.sigmoid_, "Tanh": torch.tanh_, "Exp": torch.exp_, "Neg": torch.neg_, "Abs": torch.abs_,
         "Sin": torch.sin_, "Cos": torch.cos_, "Sqrt": torch.sqrt_, "Reciprocal": torch.reciprocal_, "Log": torch.log_,
         "Floor": torch.floor_, "Ceil": torch.ceil_, "Atan": torch.atan_, "Sinh": torch.sinh_, "Cosh": torch.cosh_,
         "Erf": torch.erf_}  # asinh_ has no derivative, torch says


@INPLACE.define(*UNARY)
def unary(call, x):
    return through_view(x, UNARY[call.op]) if _is_float(x) else None


# With a negative slope the result does not tell the input, and torch refuses the way back.
@INPLACE.define("LeakyRelu")
def leaky_relu(call, x):
    alpha = call.attr("alpha", 0.01)
    return through_view(x, lambda v: F.leaky_relu_(v, alpha)) if _is_float(x) and alpha >= 0 else None


@INPLACE.define("Elu")
def elu(call, x):
    alpha = call.attr("alpha", 1.0)
    return through_view(x, lambda v: F.elu_(v, alpha)) if _is_float(x) and alpha >= 0 else None


@INPLACE.define("HardSwish")
def hard_swish(call, x):
    return through_view(x, lambda v: F.hardswish(v, inplace=True)) if _is_float(x) else None


@INPLACE.define("HardSigmoid")
def hard_sigmoid(call, x):
    def change(v):
        v.mul_(call.attr("alpha", 0.2)).add_(call.attr("beta", 0.5)).clamp_(0.0, 1.0)
    return through_view(x, change) if _is_float(x) else None


BINARY = {"Add": torch.Tensor.add_, "Sub": torch.Tensor.sub_, "Mul": torch.Tensor.mul_, "Div": torch.Tensor.div_}


@INPLACE.define(*BINARY)
def binary(call, x, y):
    if not _is_float(x) or torch.broadcast_shapes(x.shape, y.shape) != x.shape:
        return None

    def change(v):
        # The flattened form needs the other side in full.
        BINARY[call.op](v, y if v.shape == x.shape else y.expand(x.shape).reshape(v.shape))
    return through_view(x, change)


@INPLACE.define("Clip")
def clip(call, x, low=None, high=None):
    if not _is_float(x) or low is None or high is None or call.opset < 11:
        return None
    return through_view(x, lambda v: v.clamp_(low, high))
