"""If, Loop, Scan: the host decides, and a traced program is specialised to what was decided."""
import torch

from torch_ops.base import OPS, axis_of, torch_dtype


@OPS.define("If")
def if_(call, condition):
    branch = "then_branch" if bool(call.static(0).reshape(()).item()) else "else_branch"
    return tuple(call.subgraph(call.attr(branch), []))


def empty_stack(call, graph, i):
    """What a scan output holds when no iteration ran: no elements of the declared type."""
    kind = graph.output_types[graph.outputs[i]].tensor_type
    shape = [d.dim_value if d.HasField("dim_value") else 0 for d in kind.shape.dim]
    return torch.zeros([0] + shape, dtype=torch_dtype(kind.elem_type), device=call.framework.device)


@OPS.define("Loop")
def loop(call, trip_count=None, condition=None, *carried):
    graph = call.attr("body")
    limit = None if trip_count is None else call.ints(0)[0]
    going = True if condition is None else bool(call.static(1).reshape(()).item())
    carried = list(carried)
    scans = [[] for _ in range(len(graph.outputs) - 1 - len(carried))]
    i = 0
    true = torch.tensor(True, device=call.framework.device)
    while going and (limit is None or i < limit):
        number = torch.tensor(i, dtype=torch.int64, device=call.framework.device)
        results = call.subgraph(graph, [number, true] + carried)
        going = bool(call.note(lambda: results[0].item()))
        carried = list(results[1:1 + len(carried)])
        for scan, value in zip(scans, results[1 + len(carried):]):
            scan.append(value)
        i += 1
    first = 1 + len(carried)
    stacked = [torch.stack(scan) if scan else empty_stack(call, graph, first + k) for k, scan in enumerate(scans)]
    return tuple(carried + stacked)


@OPS.define("Scan")
def scan(call, *inputs):
    graph = call.attr("body")
    count = call.attr("num_scan_inputs")
    if call.opset < 9:
        return scan_batches(call, graph, count, *inputs)
    states, sequences = list(inputs[:len(inputs) - count]), inputs[len(inputs) - count:]
    outputs = len(graph.outputs) - len(states)
    axes = call.attr("scan_input_axes") or [0] * count
    reverse = call.attr("scan_input_directions") or [0] * count
    sequences = [s.movedim(axis_of(a, s.dim()), 0) for s, a in zip(sequences, axes)]
    states, scans = scan_once(call, graph, states, sequences, reverse)
    axes = call.attr("scan_output_axes") or [0] * outputs
    reverse = call.attr("scan_output_directions") or [0] * outputs
    stacked = [_stack(call, graph, len(states) + k, scan[::-1] if reverse[k] else scan, axes[k])
               for k, scan in enumerate(scans)]
    return tuple(states + stacked)


def _stack(call, graph, i, values, axis):
    if not values:
        return empty_stack(call, graph, i)
    return torch.stack(values, axis_of(axis, values[0].dim() + 1))


def scan_once(call, graph, states, sequences, reverse):
    length = sequences[0].shape[0]
    scans = [[] for _ in range(len(graph.outputs) - len(states))]
    for t in range(length):
        items = [s[length - 1 - t] if back else s[t] for s, back in zip(sequences, reverse)]
        results = call.subgraph(graph, states + items)
        states = list(results[:len(states)])
        for values, value in zip(scans, results[len(states):]):
            values.append(value)
    return states, scans


def scan_batches(call, graph, count, lengths, *inputs):
    """Opset 8: every input has a batch axis in front, and each batch element its own length."""
    states, sequences = list(inputs[:len(inputs) - count]), inputs[len(inputs) - count:]
    batch, longest = sequences[0].shape[:2]
    lengths = [longest] * batch if lengths is None else call.ints(0)
    reverse = call.attr("directions") or [0] * count
    all_states, all_scans = [], []
    for b in range(batch):
        found, scans = scan_once(call, graph, [s[b] for s in states], [s[b][:lengths[b]] for s in sequences], reverse)
        all_states.append(found)
        rows = []
        for values in scans:
            values += [torch.zeros_like(values[0])] * (longest - lengths[b])
            rows.append(torch.stack(values))
        all_scans.append(rows)
    joined = [torch.stack(values) for values in zip(*all_states)]
    return tuple(joined + [torch.stack(values) for values in zip(*all_scans)])
