"""Helpers of programs that are carried to PyTorch: normalisation."""
import torch


def moments(x, axes, keepdims=False):
    return torch.mean(x, dim=axes, keepdim=keepdims), torch.var(x, dim=axes, correction=0, keepdim=keepdims)


def batch_normalization(x, mean, variance, offset, scale, eps):
    factor = torch.rsqrt(variance + eps) * (1.0 if scale is None else scale)
    return x * factor + ((0.0 if offset is None else offset) - mean * factor)


def l2_normalize(x, axis=None, eps=1e-12):
    if axis is None:
        return torch.nn.functional.normalize(x.flatten(), dim=0, eps=eps ** 0.5).reshape(x.shape)
    return torch.nn.functional.normalize(x, dim=axis, eps=eps ** 0.5)
