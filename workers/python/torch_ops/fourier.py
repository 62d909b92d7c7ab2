"""Fourier transforms and the windows that go with them. Complex numbers are pairs in the last axis in ONNX."""
import math

import torch

from assay_worker import Unsupported
from torch_ops.base import OPS, axis_of, torch_dtype


def _joined(x):
    """A tensor whose last axis has one (real) or two (complex) parts, without that axis."""
    return x.squeeze(-1) if x.shape[-1] == 1 else torch.view_as_complex(x.contiguous())


@OPS.define("DFT")
def dft(call, x, length=None, axis=None):
    if call.opset < 20:
        axis = call.attr("axis", 1)
    else:
        axis = -2 if axis is None else call.ints(2)[0]
    axis = axis_of(axis, x.dim())
    inverse, onesided = call.attr("inverse", 0), call.attr("onesided", 0)
    n = None if length is None else call.ints(1)[0]
    signal = _joined(x)
    if onesided and inverse:
        return torch.fft.irfft(signal, n, axis).unsqueeze(-1)
    if onesided:
        if signal.is_complex():
            raise Unsupported("a one-sided transform of complex numbers")
        return torch.view_as_real(torch.fft.rfft(signal, n, axis))
    return torch.view_as_real((torch.fft.ifft if inverse else torch.fft.fft)(signal, n, axis))


@OPS.define("STFT")
def stft(call, signal, step, window=None, length=None):
    if length is not None:
        size = call.ints(3)[0]
    else:
        size = signal.shape[1] if window is None else window.shape[0]
    x = _joined(signal)
    onesided = bool(call.attr("onesided", 1)) and not x.is_complex()
    if window is None:
        window = torch.ones(size, dtype=signal.dtype, device=signal.device)
    spectrum = torch.stft(x, size, call.ints(1)[0], size, window, center=False, onesided=onesided, return_complex=True)
    return torch.view_as_real(spectrum.transpose(1, 2))


@OPS.define("HannWindow", "HammingWindow", "BlackmanWindow")
def window(call, size):
    size = call.ints(0)[0]
    dtype = torch_dtype(call.attr("output_datatype", 1))
    periodic = bool(call.attr("periodic", 1))
    compute = dtype if dtype in (torch.float32, torch.float64) else torch.float32
    options = {"dtype": compute, "device": call.framework.device}
    if call.op == "HannWindow":
        values = torch.hann_window(size, periodic, **options)
    elif call.op == "HammingWindow":
        values = torch.hamming_window(size, periodic, alpha=25 / 46, beta=21 / 46, **options)
    else:
        values = torch.blackman_window(size, periodic, **options)
    return values.to(dtype)


@OPS.define("MelWeightMatrix")
def mel_weight_matrix(call, bins, length, rate, low, high):
    count, size, rate = call.ints(0)[0], call.ints(1)[0], call.ints(2)[0]
    edges = [float(call.static(i).reshape(())) for i in (3, 4)]
    dtype = torch_dtype(call.attr("output_datatype", 1))
    device = call.framework.device
    low_mel, high_mel = (2595 * math.log10(1 + f / 700) for f in edges)
    step = (high_mel - low_mel) / (count + 2)
    mel = torch.arange(count + 2, dtype=torch.float64, device=device) * step + low_mel
    hertz = 700 * (torch.pow(10.0, mel / 2595) - 1)
    bin_of = torch.floor((size + 1) * hertz / rate)
    lower, centre, upper = bin_of[:-2], bin_of[1:-1], bin_of[2:]
    k = torch.arange(size // 2 + 1, dtype=torch.float64, device=device).unsqueeze(1)
    rising = torch.where(centre == lower, (k == centre).double(), (k - lower) / (centre - lower))
    falling = (upper - k) / (upper - centre)
    up = (k >= lower) & (k <= centre)
    down = (k > centre) & (k < upper)
    weights = torch.where(up, rising, torch.where(down, falling, 0.0))
    return weights.to(dtype)
