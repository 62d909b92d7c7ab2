"""Models built from torch.nn modules where there is one (mode layers): one file per family, each of which fills LAYERS.

A module is made with its constructor's arguments alone and then given the weights, as a user's program would; what differs from
the functional form is what torch.nn does between its arguments and its functions.
"""
from torch_layers.base import LAYERS
from torch_layers import activation, linear, norm, pool, recurrent

__all__ = ["LAYERS"]
