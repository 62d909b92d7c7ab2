"""Activations: jax.nn's own where their formula and constants are those of ONNX."""
import jax
import jax.numpy as jnp

from .common import OPS, as_channels, axis_of, is_float, layer

PLAIN = {
    "Sigmoid": layer(jax.nn.sigmoid), "Softplus": layer(jax.nn.softplus), "Softsign": layer(jax.nn.soft_sign),
    "HardSwish": layer(jax.nn.hard_swish), "Mish": layer(jax.nn.mish), "Relu": layer(jax.nn.relu),
}
_elu, _celu, _selu = layer(jax.nn.elu), layer(jax.nn.celu), layer(jax.nn.selu)
_leaky_relu, _silu = layer(jax.nn.leaky_relu), layer(jax.nn.silu)
_gelu = layer(jax.nn.gelu, "approximate")
_softmax, _log_softmax = layer(jax.nn.softmax, "axis"), layer(jax.nn.log_softmax, "axis")
SELU_ALPHA, SELU_GAMMA = 1.67326319217681884765625, 1.05070102214813232421875


@OPS.define(*PLAIN)
def plain(call, x):
    return PLAIN[call.op](x)


@OPS.define("Elu")
def elu(call, x):
    return _elu(x, call.attr("alpha", 1.0))


@OPS.define("Celu")
def celu(call, x):
    return _celu(x, call.attr("alpha", 1.0))


@OPS.define("Selu")
def selu(call, x):
    older = call.opset < 6  # had shorter constants
    alpha = call.attr("alpha", 1.6732 if older else SELU_ALPHA)
    gamma = call.attr("gamma", 1.0507 if older else SELU_GAMMA)
    # JAX's constants have more digits than ONNX's float32 ones: the same up to float32, different in float64.
    if alpha == SELU_ALPHA and gamma == SELU_GAMMA and x.dtype != jnp.float64:
        return _selu(x)
    return gamma * _elu(x, alpha)


@OPS.define("LeakyRelu")
def leaky_relu(call, x):
    return _leaky_relu(x, call.attr("alpha", 0.01))


@OPS.define("PRelu")
def prelu(call, x, slope):
    if call.opset < 7 and slope.size > 1 and slope.ndim == 1 and x.ndim > 1:
        slope = as_channels(slope, x.ndim)
    return jnp.where(x < 0, slope * x, x)


@OPS.define("ThresholdedRelu")
def thresholded_relu(call, x):
    return jnp.where(x > call.attr("alpha", 1.0), x, jnp.zeros_like(x))


@OPS.define("HardSigmoid")
def hard_sigmoid(call, x):
    return jnp.clip(call.attr("alpha", 0.2) * x + call.attr("beta", 0.5), 0, 1)


@OPS.define("Gelu")
def gelu(call, x):
    return _gelu(x, approximate=call.attr("approximate", "none") == "tanh")


@OPS.define("Swish")
def swish(call, x):
    alpha = call.attr("alpha", 1.0)
    return _silu(x) if alpha == 1 else x * PLAIN["Sigmoid"](alpha * x)


@OPS.define("Shrink")
def shrink(call, x):
    bias, limit = call.attr("bias", 0.0), call.attr("lambd", 0.5)
    if is_float(x):
        return jnp.where(x < -limit, x + bias, jnp.where(x > limit, x - bias, jnp.zeros_like(x)))
    wide = x.astype(jnp.float64)  # the attributes are real numbers also where the data are integers
    return jnp.where(wide < -limit, wide + bias, jnp.where(wide > limit, wide - bias, 0)).astype(x.dtype)


def _over_rows(call, function, x):
    """Softmax and its kin: along one axis since opset 13, over all axes from `axis` on before."""
    if call.opset >= 13:
        return function(x, axis_of(call.attr("axis", -1), x.ndim))
    axis = axis_of(call.attr("axis", 1), x.ndim)
    rows = 1
    for size in x.shape[:axis]:
        rows *= size
    columns = 1
    for size in x.shape[axis:]:
        columns *= size
    return jnp.reshape(function(jnp.reshape(x, (rows, columns)), 1), x.shape)


@OPS.define("Softmax")
def softmax(call, x):
    return _over_rows(call, lambda x, axis: _softmax(x, axis=axis), x)


@OPS.define("LogSoftmax")
def log_softmax(call, x):
    return _over_rows(call, lambda x, axis: _log_softmax(x, axis=axis), x)


@OPS.define("Hardmax")
def hardmax(call, x):
    def first_largest(x, axis):
        if x.shape[axis] == 0:
            return x  # argmax refuses an empty axis; there is nothing to mark either
        return jax.nn.one_hot(jnp.argmax(x, axis), x.shape[axis], dtype=x.dtype, axis=axis)
    return _over_rows(call, first_largest, x)
