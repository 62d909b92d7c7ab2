"""Fourier transforms: jnp.fft on complex numbers; ONNX keeps real and imaginary parts on the last axis."""
import jax.numpy as jnp
import numpy as np
from jax import lax

from assay_worker import Unsupported

from .common import OPS, axis_of, element_type, is_half


def _to_complex(x):
    if is_half(x):
        raise Unsupported("Fourier transforms of half precision")
    return x[..., 0] if x.shape[-1] == 1 else lax.complex(x[..., 0], x[..., 1])


def _to_pairs(x):
    return jnp.stack([jnp.real(x), jnp.imag(x)], -1)


@OPS.define("DFT")
def dft(call, x, length=None, axis=None):
    if call.opset >= 20:
        axis = axis_of(call.ints(2, [-2])[0] if len(call.inputs) > 2 else -2, x.ndim)
    else:
        axis = axis_of(call.attr("axis", 1), x.ndim)
    size = call.ints(1)[0] if len(call.inputs) > 1 and length is not None else None
    inverse, onesided = call.attr("inverse", 0), call.attr("onesided", 0)
    values = _to_complex(x)
    if onesided and inverse:
        return jnp.fft.irfft(values, size, axis)[..., None]
    if onesided:
        if jnp.iscomplexobj(values):
            raise Unsupported("a one-sided transform of complex numbers")
        return _to_pairs(jnp.fft.rfft(values, size, axis))
    return _to_pairs((jnp.fft.ifft if inverse else jnp.fft.fft)(values, size, axis))


@OPS.define("STFT")
def stft(call, signal, step, window=None, length=None):
    values = _to_complex(signal)
    total, stride = values.shape[1], call.ints(1)[0]
    size = call.ints(3)[0] if length is not None else total if window is None else window.shape[0]
    count = (total - size) // stride + 1
    frames = values[:, np.arange(count)[:, None] * stride + np.arange(size)]
    if window is not None:
        frames = frames * window
    if not call.attr("onesided", 1):
        return _to_pairs(jnp.fft.fft(frames))
    if jnp.iscomplexobj(values):
        return _to_pairs(jnp.fft.fft(frames)[..., :size // 2 + 1])
    return _to_pairs(jnp.fft.rfft(frames))


@OPS.define("MelWeightMatrix")
def mel_weight_matrix(call, bands, length, rate, low, high):
    count, size, sample_rate = (call.ints(i)[0] for i in range(3))
    bottom, top = (_mel(float(call.static(i).reshape(()))) for i in (3, 4))
    edges = bottom + np.arange(count + 2) * (top - bottom) / (count + 2)
    bins = np.floor((size + 1) * (700 * (10 ** (edges / 2595) - 1)) / sample_rate).astype(np.int64)
    left, centre, right = (jnp.asarray(b)[None, :] for b in (bins[:-2], bins[1:-1], bins[2:]))
    at = jnp.arange(size // 2 + 1)[:, None]
    rising = jnp.where(centre == left, (at == centre).astype(jnp.float64),
                       jnp.where((at >= left) & (at <= centre), (at - left) / jnp.maximum(centre - left, 1), 0))
    falling = (right - at) / jnp.maximum(right - centre, 1)
    height = jnp.where((at >= centre) & (at < right) & (right > centre), falling, rising)
    return height.astype(element_type(call.attr("output_datatype", 1)))


def _mel(hertz):
    return 2595 * np.log10(1 + hertz / 700)
