"""Fourier transforms. The last axis of ONNX's tensors holds real and imaginary part."""
import tensorflow as tf

from .common import OPS, axis_of, dims, move, rank
from .indexing import last_axis
from assay_worker import Unsupported


def _check(x):
    if x.dtype not in (tf.float32, tf.float64):
        raise Unsupported(f"Fourier transforms of {x.dtype.name}: TensorFlow has complex64 and complex128 only")


def _complex(x):
    """[.., 1 or 2] -> complex [..]."""
    if dims(x)[-1] == 1:
        real = x[..., 0]
        return tf.complex(real, tf.zeros_like(real))
    return tf.complex(x[..., 0], x[..., 1])


def _pair(z):
    return tf.stack([tf.math.real(z), tf.math.imag(z)], -1)


def _resized(x, length):
    """The last axis padded with zeros or cut."""
    have = dims(x)[-1]
    if have < length:
        return tf.pad(x, [(0, 0)] * (rank(x) - 1) + [(0, length - have)])
    return x[..., :length] if have > length else x


@OPS.define("DFT")
def dft(call, x, length=None, axis=None):
    _check(x)
    axis = call.attr("axis", 1) if call.opset < 20 else call.ints(2, [-2])[0]
    axis = axis_of(axis, rank(x))
    inverse, onesided = call.attr("inverse", 0), call.attr("onesided", 0)
    count = dims(x)[axis]
    if inverse and onesided:
        count = 2 * (count - 1)
    count = call.ints(1, [count])[0]
    if onesided and not inverse:
        rows, back = last_axis(x[..., 0], axis)
        z = tf.signal.rfft(_resized(rows, count), [count])
        return _pair(move(z, back))
    rows, back = last_axis(_complex(x), axis)
    if onesided:
        y = tf.signal.irfft(_resized(rows, count // 2 + 1), [count])
        return move(y, back)[..., None]
    rows = _resized(rows, count)
    return _pair(move(tf.signal.ifft(rows) if inverse else tf.signal.fft(rows), back))


@OPS.define("STFT")
def stft(call, x, step, window=None, frame_length=None):
    _check(x)
    length = call.ints(3, [dims(window)[0] if window is not None else dims(x)[1]])[0]
    signal = x[..., 0] if dims(x)[-1] == 1 else _complex(x)
    frames = tf.signal.frame(signal, length, call.ints(1)[0], axis=1)
    if window is not None:
        frames = frames * tf.cast(window, frames.dtype)
    if call.attr("onesided", 1):
        return _pair(tf.signal.rfft(frames, [length]))
    if not frames.dtype.is_complex:
        frames = tf.complex(frames, tf.zeros_like(frames))
    return _pair(tf.signal.fft(frames))
