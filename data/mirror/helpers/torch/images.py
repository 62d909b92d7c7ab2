"""Helpers of programs that are carried to PyTorch: images."""
import math

import torch


def standardised_image(x):
    """Within an image of one colour there is no spread to divide by."""
    spread, mean = torch.std_mean(x.to(torch.get_default_dtype()), dim=(-3, -2, -1), correction=0, keepdim=True)
    return (x - mean) / torch.clamp(spread, min=1.0 / math.sqrt(math.prod(x.shape[-3:])))


def central_crop(x, fraction):
    top, left = (int((size - size * fraction) / 2) for size in x.shape[-3:-1])
    return torch.narrow(torch.narrow(x, -3, top, x.shape[-3] - 2 * top), -2, left, x.shape[-2] - 2 * left)


def image_gradients(x):
    """Towards the next row and column; behind the last one there is nothing."""
    rows, columns = torch.diff(x, dim=-3), torch.diff(x, dim=-2)
    return torch.nn.functional.pad(rows, (0, 0, 0, 0, 0, 1)), torch.nn.functional.pad(columns, (0, 0, 0, 1))
