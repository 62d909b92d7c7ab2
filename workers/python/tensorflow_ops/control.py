"""If, Loop and Scan, unrolled: conditions and trip counts are static (see onnx_program)."""
import tensorflow as tf

from .common import OPS, axis_of, dims, rank, tf_type
from assay_worker import Unsupported


@OPS.define("If")
def if_(call, condition):
    chosen = bool(call.static(0).reshape(-1)[0])
    return tuple(call.subgraph(call.attr("then_branch" if chosen else "else_branch"), []))


def _collected(graph, position, values, axis=0):
    """The values of one output over all iterations, stacked; without any the shape is what the body declares."""
    if values:
        return tf.stack(values, axis_of(axis, rank(values[0]) + 1))
    kind = graph.output_types[graph.outputs[position]].tensor_type
    if not kind.HasField("shape") or any(not d.HasField("dim_value") for d in kind.shape.dim):
        raise Unsupported("no iteration, and the shape of a collected output is not declared")
    shape = [d.dim_value for d in kind.shape.dim]
    shape.insert(axis_of(axis, len(shape) + 1), 0)
    return tf.zeros(shape, tf_type(kind.elem_type))


@OPS.define("Loop")
def loop(call, trips=None, condition=None, *state):
    body = call.attr("body")
    most = None if trips is None else call.ints(0)[0]
    go = condition is None or bool(call.static(1).reshape(-1)[0])
    state = list(state)
    collected = [[] for _ in body.outputs[1 + len(state):]]
    i = 0
    while go and (most is None or i < most):
        results = call.subgraph(body, [tf.constant(i, tf.int64), tf.constant(True), *state])
        go = bool(call.note(lambda: bool(results[0].numpy().reshape(-1)[0])))
        state = results[1:1 + len(state)]
        for kept, value in zip(collected, results[1 + len(state):]):
            kept.append(value)
        i += 1
    return *state, *(_collected(body, 1 + len(state) + k, values) for k, values in enumerate(collected))


@OPS.define("Scan")
def scan(call, *inputs):
    if call.opset < 9:
        return _batched(call, inputs)
    m = call.attr("num_scan_inputs")
    states, scanned = list(inputs[:len(inputs) - m]), inputs[len(inputs) - m:]
    k = len(call.attr("body").outputs) - len(states)
    return _scan(call, states, scanned, call.attr("scan_input_directions") or [0] * m,
                 call.attr("scan_output_directions") or [0] * k, call.attr("scan_input_axes") or [0] * m,
                 call.attr("scan_output_axes") or [0] * k)


def _scan(call, states, scanned, input_directions, output_directions, input_axes, output_axes, length=None):
    body = call.attr("body")
    axes = [axis_of(a, rank(x)) for a, x in zip(input_axes, scanned)]
    length = dims(scanned[0])[axes[0]] if length is None else length
    parts = [tf.unstack(x, axis=a) for x, a in zip(scanned, axes)]
    parts = [p[:length][::-1] if back else p[:length] for p, back in zip(parts, input_directions)]
    collected = [[] for _ in body.outputs[len(states):]]
    for t in range(length):
        results = call.subgraph(body, [*states, *(p[t] for p in parts)])
        states = results[:len(states)]
        for kept, value in zip(collected, results[len(states):]):
            kept.append(value)
    collected = [values[::-1] if back else values for values, back in zip(collected, output_directions)]
    return *states, *(_collected(body, len(states) + k, values, output_axes[k]) for k, values in enumerate(collected))


def _batched(call, inputs):
    """Opset 8: a first input with lengths, and everything has a batch axis in front."""
    m = call.attr("num_scan_inputs")
    lengths = call.ints(0)
    states, scanned = inputs[1:len(inputs) - m], inputs[len(inputs) - m:]
    batch, steps = dims(scanned[0])[:2]
    if lengths is not None and any(n != steps for n in lengths):
        raise Unsupported("Scan-8 with shorter sequences: their remaining outputs have no defined value")
    k = len(call.attr("body").outputs) - len(states)
    rows = [_scan(call, [s[i] for s in states], [x[i] for x in scanned], call.attr("directions") or [0] * m,
                  [0] * k, [0] * m, [0] * k) for i in range(batch)]
    return tuple(tf.stack(values) for values in zip(*rows))
