"""Helpers of programs that are carried to PyTorch: convolution, pooling, padding, resizing."""
import numpy as np
import torch


def lax_convolution(x, weight, strides, padding, dilation=None, groups=1):
    """x: batch, channels, and one to three axes; weight: out, in, and as many."""
    dilation = dilation or (1,) * len(strides)
    pairs = lax_padding(x, weight, strides, padding, dilation)
    x = torch.nn.functional.pad(x, [width for pair in reversed(pairs) for width in pair])
    convolve = (torch.conv1d, torch.conv2d, torch.conv3d)[len(strides) - 1]
    return convolve(x, weight, stride=tuple(strides), dilation=tuple(dilation), groups=groups)


def pad(x, paddings, mode="CONSTANT", value=0):
    """A pair of widths per dimension, as numpy counts."""
    pairs = torch.as_tensor(paddings).reshape(-1, 2).tolist()
    if len(pairs) != x.ndim:
        raise ValueError(f"{len(pairs)} pairs of widths for {x.ndim} dimensions")
    if mode.lower() == "constant":
        return torch.nn.functional.pad(x, [width for pair in reversed(pairs) for width in pair], value=value)
    kinds = {"reflect": "reflect", "symmetric": "symmetric", "edge": "edge", "wrap": "wrap"}
    return torch.from_numpy(np.pad(x.detach().numpy(), pairs, mode=kinds[mode.lower()]))


def same_padding(x, kernel, strides, dilations=(1, 1), value=0.0):
    """x: batch, channels, height, width, padded the way TensorFlow's SAME does."""
    widths = []
    for size, window, step, spread in zip(x.shape[2:], kernel, strides, dilations):
        total = max((-(-size // step) - 1) * step + (window - 1) * spread + 1 - size, 0)
        widths = [total // 2, total - total // 2] + widths
    return torch.nn.functional.pad(x, widths, value=value)


def conv2d_nhwc(x, filters, strides, padding, dilations=1):
    """x: batch, height, width, channels; filters: height, width, in, out."""
    x = x.permute(0, 3, 1, 2)
    if isinstance(padding, str):
        if padding.upper() == "SAME":
            x = same_padding(x, filters.shape[:2], four(strides), four(dilations))
    else:
        (top, bottom), (first, last) = [tuple(pair) for pair in padding][1:3]
        x = torch.nn.functional.pad(x, (first, last, top, bottom))
    out = torch.nn.functional.conv2d(x, filters.permute(3, 2, 0, 1), stride=four(strides), dilation=four(dilations))
    return out.permute(0, 2, 3, 1)


def depthwise_conv2d_nhwc(x, filters, strides, padding):
    x = x.permute(0, 3, 1, 2)
    if padding.upper() == "SAME":
        x = same_padding(x, filters.shape[:2], four(strides))
    kernel = filters.permute(2, 3, 0, 1).reshape(-1, 1, *filters.shape[:2])
    return torch.nn.functional.conv2d(x, kernel, stride=four(strides), groups=filters.shape[2]).permute(0, 2, 3, 1)


def conv2d_transpose_nhwc(x, filters, output_shape, strides, padding="SAME"):
    """The gradient of the convolution that would give x from the output."""
    image = torch.zeros(tuple(output_shape), dtype=x.dtype, requires_grad=True)
    return torch.autograd.grad(conv2d_nhwc(image, filters, strides, padding), image, x, create_graph=True)[0]


def max_pool2d_nhwc(x, ksize, strides, padding):
    x = x.permute(0, 3, 1, 2)
    if padding.upper() == "SAME":
        x = same_padding(x, four(ksize), four(strides), value=float("-inf"))
    return torch.nn.functional.max_pool2d(x, four(ksize), four(strides)).permute(0, 2, 3, 1)


def avg_pool2d_nhwc(x, ksize, strides, padding):
    pool = lambda y: torch.nn.functional.avg_pool2d(
        same_padding(y, four(ksize), four(strides)) if padding.upper() == "SAME" else y, four(ksize), four(strides))
    x = x.permute(0, 3, 1, 2)
    return (pool(x) / pool(torch.ones_like(x))).permute(0, 2, 3, 1)


def max_pool_with_argmax_nhwc(x, ksize, strides, padding):
    """Maxima and their places in each image."""
    image = x.permute(0, 3, 1, 2)
    wide = same_padding(image, four(ksize), four(strides), value=float("-inf")) if padding.upper() == "SAME" else image
    values, index = torch.nn.functional.max_pool2d(wide, four(ksize), four(strides), return_indices=True)
    top, left = [(now - before) // 2 for now, before in zip(wide.shape[2:], image.shape[2:])]
    index = (index // wide.shape[3] - top) * x.shape[2] + index % wide.shape[3] - left
    channel = torch.arange(x.shape[3])[:, None, None]
    return values.permute(0, 2, 3, 1), (index * x.shape[3] + channel).permute(0, 2, 3, 1)


def moved_axis(x, source, destination):
    return torch.movedim(x, source, destination)


def avg_pool3d_of(x, ksize, strides, padding, data_format="NDHWC"):
    """x: batch, depth, height, width, channels; without padding."""
    if padding != "VALID" or data_format != "NDHWC":
        raise SystemExit(f"no rule for {padding} and {data_format}")
    return torch.nn.functional.avg_pool3d(x.permute(0, 4, 1, 2, 3), tuple(ksize[1:4]), tuple(strides[1:4])).permute(0, 2, 3, 4, 1)
