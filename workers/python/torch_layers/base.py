"""What all files of layers share: the table, and how a module gets its weights."""
import torch

from layer_table import Layers
from torch_ops import OPS

LAYERS = Layers(OPS)
FLOATS = (torch.float32, torch.float64)


def filled(module, **weights):
    """`module` with these parameters and buffers, of the weights' type, ready to be run. None stands for one that it has not."""
    given = {name: value for name, value in weights.items() if value is not None}
    dtype = next((value.dtype for value in given.values()), None)
    if dtype is not None:
        module = module.to(dtype)
    with torch.no_grad():
        module.load_state_dict(given, strict=False)
    return module.eval()


def same_type(x, *weights):
    """Whether everything has the one type that a module of that type takes."""
    return x.dtype in FLOATS and all(w is None or w.dtype == x.dtype for w in weights)
