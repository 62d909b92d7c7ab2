"""If, Loop and Scan: decided and unrolled from values that are known when a program is traced.

The branches of If may differ in shape and the bodies of loops may read static values, which lax.cond and lax.scan do
not allow.
"""
import jax.numpy as jnp
import numpy as np

from assay_worker import Unsupported

from .common import OPS, axis_of, element_type

MOST_STEPS = 2000  # an unrolled program of more steps takes minutes to compile


def _truth(call, value):
    return call.note(lambda: bool(call.framework.to_numpy(value).reshape(())))


@OPS.define("If")
def if_(call, condition):
    return tuple(call.subgraph(call.attr("then_branch" if _truth(call, condition) else "else_branch"), []))


@OPS.define("Loop")
def loop(call, count, condition, *carried):
    body = call.attr("body")
    trips = None if count is None else call.ints(0)[0]
    alive = condition is None or _truth(call, condition)
    endless = condition is None and not body.inputs[1]
    states, scans = list(carried), [[] for _ in range(len(body.outputs) - 1 - len(carried))]
    step = 0
    while alive and (trips is None or step < trips):
        if step >= MOST_STEPS:
            raise Unsupported(f"a loop of more than {MOST_STEPS} steps")
        # Numbers, not traced ones: the body may ask for what depends on them.
        counted = [call.framework.constant(np.asarray(value)) for value in (np.int64(step), True)]
        out = call.subgraph(body, [*counted, *states])
        states = out[1:1 + len(states)]
        for rows, row in zip(scans, out[1 + len(states):]):
            rows.append(row)
        alive = endless or condition is None or _truth(call, out[0])
        step += 1
    return (*states, *(_stacked(call, body, i, rows, 0) for i, rows in enumerate(scans, 1 + len(states))))


def _stacked(call, body, i, rows, axis):
    """The rows of a scan output; without any only the declared type tells what it is."""
    if rows:
        return jnp.stack(rows, axis)
    declared = body.output_types[body.outputs[i]].tensor_type
    sizes = [d.dim_value for d in declared.shape.dim]
    return jnp.zeros((0, *sizes), element_type(declared.elem_type))


@OPS.define("Scan")
def scan(call, *inputs):
    body = call.attr("body")
    count = call.attr("num_scan_inputs")
    if call.opset < 9:
        return _batched_scan(call, body, count, inputs)
    states, sources = list(inputs[:len(inputs) - count]), inputs[len(inputs) - count:]
    results = len(body.outputs) - len(states)
    axes = [axis_of(a, x.ndim) for a, x in zip(call.attr("scan_input_axes") or [0] * count, sources)]
    directions = call.attr("scan_input_directions") or [0] * count
    out_axes = call.attr("scan_output_axes") or [0] * results
    out_directions = call.attr("scan_output_directions") or [0] * results
    states, rows = _scan(call, body, states, sources, axes, directions)
    outputs = []
    for i, (found, axis, backwards) in enumerate(zip(rows, out_axes, out_directions)):
        found = found[::-1] if backwards else found
        axis = axis_of(axis, found[0].ndim + 1) if found else 0
        outputs.append(_stacked(call, body, len(states) + i, found, axis))
    return (*states, *outputs)


def _scan(call, body, states, sources, axes, directions):
    steps = sources[0].shape[axes[0]]
    if steps > MOST_STEPS:
        raise Unsupported(f"a scan of more than {MOST_STEPS} steps")
    rows = [[] for _ in range(len(body.outputs) - len(states))]
    for step in range(steps):
        at = [jnp.take(x, steps - 1 - step if backwards else step, axis)
              for x, axis, backwards in zip(sources, axes, directions)]
        out = call.subgraph(body, [*states, *at])
        states = out[:len(states)]
        for found, row in zip(rows, out[len(states):]):
            found.append(row)
    return states, rows


def _batched_scan(call, body, count, inputs):
    """Opset 8: the first input gives lengths, the first axis is a batch."""
    lengths, inputs = inputs[0], inputs[1:]
    if lengths is not None:
        raise Unsupported("sequence_lens of Scan 8")
    directions = call.attr("directions") or [0] * count
    results = []
    for b in range(inputs[0].shape[0]):
        values = [x[b] for x in inputs]
        first = len(values) - count
        states, rows = _scan(call, body, values[:first], values[first:], [0] * count, directions)
        results.append([*states, *(jnp.stack(found) for found in rows)])
    return tuple(jnp.stack(column) for column in zip(*results))
