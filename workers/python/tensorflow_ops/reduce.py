"""Reductions, positions of extremes, running sums."""
import tensorflow as tf

from .common import OPS, axis_of, dims, rank


def _axes(call, x):
    """Axes as integers; an empty list reduces nothing."""
    from_input = call.opset >= (13 if call.op == "ReduceSum" else 18)
    axes = call.ints(1) if from_input else call.attr("axes")
    if axes:
        return [axis_of(a, rank(x)) for a in axes]
    return [] if call.attr("noop_with_empty_axes", 0) else list(range(rank(x)))


def _define(name, function):
    def run(call, x, axes=None):
        return function(x, axis=_axes(call, x), keepdims=bool(call.attr("keepdims", 1)))

    OPS.define(name)(run)


def _largest(x, axis, keepdims):
    return (tf.reduce_any if x.dtype == tf.bool else tf.reduce_max)(x, axis=axis, keepdims=keepdims)


def _smallest(x, axis, keepdims):
    return (tf.reduce_all if x.dtype == tf.bool else tf.reduce_min)(x, axis=axis, keepdims=keepdims)


for _name, _function in {
        "ReduceSum": tf.reduce_sum, "ReduceMean": tf.reduce_mean, "ReduceProd": tf.reduce_prod,
        "ReduceMax": _largest, "ReduceMin": _smallest, "ReduceLogSumExp": tf.reduce_logsumexp,
        "ReduceL1": lambda x, **at: tf.reduce_sum(tf.abs(x), **at),
        "ReduceL2": lambda x, **at: tf.sqrt(tf.reduce_sum(tf.square(x), **at)),
        "ReduceSumSquare": lambda x, **at: tf.reduce_sum(tf.square(x), **at),
        "ReduceLogSum": lambda x, **at: tf.math.log(tf.reduce_sum(x, **at)),
}.items():
    _define(_name, _function)


@OPS.define("ArgMax", "ArgMin")
def arg_extreme(call, x):
    axis, largest = axis_of(call.attr("axis", 0), rank(x)), call.op == "ArgMax"
    find = tf.math.argmax if largest else tf.math.argmin
    y = tf.expand_dims(find(x, axis=axis, output_type=tf.int64), axis)
    # Of equal elements any may be named ("the identity of the return value is not guaranteed"), the standard wants a certain one.
    length = dims(x)[axis]
    steps = tf.reshape(tf.range(length, dtype=tf.int64), [length if i == axis else 1 for i in range(rank(x))])
    best = tf.equal(x, (tf.reduce_max if largest else tf.reduce_min)(x, axis, True))
    if call.attr("select_last_index", 0):
        wanted = tf.reduce_max(tf.where(best, steps, tf.constant(-1, tf.int64)), axis, True)
    else:
        wanted = tf.reduce_min(tf.where(best, steps, tf.constant(length, tf.int64)), axis, True)
    y = tf.where(tf.reduce_any(tf.logical_and(best, tf.equal(steps, y)), axis, True), wanted, y)
    return y if call.attr("keepdims", 1) else tf.squeeze(y, [axis])


@OPS.define("CumSum", "CumProd")
def cumulate(call, x, axis):
    run = tf.math.cumsum if call.op == "CumSum" else tf.math.cumprod
    return run(x, axis=axis_of(call.ints(1)[0], rank(x)), exclusive=bool(call.attr("exclusive", 0)),
               reverse=bool(call.attr("reverse", 0)))
