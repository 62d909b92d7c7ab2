"""Regions of interest. torch itself has no such operators (torchvision has), so they are put together from indexing."""
import math

import torch

from torch_ops.base import OPS, constant, positions


@OPS.define("RoiAlign")
def roi_align(call, x, rois, batch):
    height, width = call.attr("output_height", 1), call.attr("output_width", 1)
    ratio, scale = call.attr("sampling_ratio", 0), call.attr("spatial_scale", 1.0)
    half = call.opset >= 16 and call.attr("coordinate_transformation_mode", "half_pixel") == "half_pixel"
    if rois.shape[0] == 0:
        return x.new_zeros((0, x.shape[1], height, width))
    corners = rois * scale - (0.5 if half else 0.0)
    span = corners[:, 2:] - corners[:, :2]
    if not half:
        span = torch.clamp(span, min=1.0)
    # The number of samples per bin follows from the region's size when it is not given.
    counts = call.note(lambda: [[ratio or max(0, math.ceil(s / n)) for s, n in zip(row, (width, height))]
                                for row in span.tolist()])
    results = []
    for r, (across, down) in enumerate(counts):
        xs = _samples(corners[r, 0], span[r, 0], width, across)
        ys = _samples(corners[r, 1], span[r, 1], height, down)
        image = x.index_select(0, batch[r].to(torch.int64).reshape(1))[0]
        corner_values = _corners(image, ys, xs)
        shape = (x.shape[1], height, down, width, across)
        if call.attr("mode", "avg") == "avg":
            results.append(torch.sum(sum(corner_values).reshape(shape), (2, 4)) / max(down * across, 1))
        else:  # as published in the specification's tests: the largest weighted corner, not the largest sample
            results.append(torch.amax(torch.amax(torch.stack(corner_values), 0).reshape(shape), (2, 4)))
    return torch.stack(results)


def _samples(start, span, bins, count):
    """Coordinates of all samples of one axis, bin after bin."""
    bin_size = span / bins
    steps = (positions(count, start).to(start.dtype) + 0.5) * bin_size / max(count, 1)
    return (start + positions(bins, start).to(start.dtype).unsqueeze(1) * bin_size + steps).reshape(-1)


def _corners(image, ys, xs):
    """The four weighted corners of image [C, H, W] at the grid of ys and xs; zero beyond one element outside it."""
    low_y, high_y, part_y, inside_y = _neighbours(ys, image.shape[1])
    low_x, high_x, part_x, inside_x = _neighbours(xs, image.shape[2])
    inside = inside_y.unsqueeze(1) & inside_x
    part_y = part_y.unsqueeze(1)
    found = []
    for rows, share_y in ((low_y, 1 - part_y), (high_y, part_y)):
        for columns, share_x in ((low_x, 1 - part_x), (high_x, part_x)):
            value = image.index_select(1, rows).index_select(2, columns) * share_y * share_x
            found.append(torch.where(inside, value, torch.zeros_like(value)))
    return found


def _neighbours(at, size):
    inside = (at >= -1) & (at <= size)
    at = torch.clamp(at, 0, size - 1)
    low = torch.floor(at)
    high = torch.clamp(low + 1, max=size - 1)
    return low.to(torch.int64), high.to(torch.int64), at - low, inside


@OPS.define("MaxRoiPool")
def max_roi_pool(call, x, rois):
    height, width = call.attr("pooled_shape")
    scale = call.attr("spatial_scale", 1.0)

    def bounds():
        """Per region: image and the first and last places of its bins."""
        found = []
        for row in rois.tolist():
            x1, y1, x2, y2 = (math.floor(v * scale + 0.5) for v in row[1:])
            rows = _bins(y1, max(y2 - y1 + 1, 1), height, x.shape[2])
            columns = _bins(x1, max(x2 - x1 + 1, 1), width, x.shape[3])
            found.append((int(row[0]), rows, columns))
        return found

    results = []
    for image, rows, columns in call.note(bounds):
        cells = [torch.amax(x[image, :, a:b, c:d], (1, 2)) if a < b and c < d else x.new_zeros(x.shape[1])
                 for a, b in rows for c, d in columns]
        results.append(torch.stack(cells, 1).reshape(x.shape[1], height, width))
    return torch.stack(results) if results else x.new_zeros((0, x.shape[1], height, width))


def _bins(start, length, count, limit):
    size = length / count
    return [(min(max(start + math.floor(i * size), 0), limit), min(max(start + math.ceil((i + 1) * size), 0), limit))
            for i in range(count)]


@OPS.define("NonMaxSuppression")
def non_max_suppression(call, boxes, scores, most=None, overlap=None, least=None):
    most = 0 if most is None else call.ints(2)[0]
    overlap = 0.0 if overlap is None else float(call.static(3).reshape(()))
    least = None if least is None else float(call.static(4).reshape(()))
    # Which boxes stay decides the shape of the result, so the host selects from overlaps that torch computed.
    chosen = call.note(lambda: _select(boxes, scores, most, overlap, least, bool(call.attr("center_point_box", 0))))
    return constant(chosen, torch.int64, boxes).reshape(-1, 3)


def _select(boxes, scores, most, overlap, least, centred):
    chosen = []
    for b in range(boxes.shape[0]):
        too_close = (_overlaps(boxes[b], centred) > overlap).tolist()
        for c in range(scores.shape[1]):
            values = scores[b, c].tolist()
            order = torch.sort(scores[b, c], descending=True, stable=True)[1].tolist()
            kept = []
            for i in order:
                if len(kept) >= most:
                    break
                if (least is None or values[i] > least) and not any(too_close[i][k] for k in kept):
                    kept.append(i)
            chosen += [[b, c, i] for i in kept]
    return chosen


def _overlaps(boxes, centred):
    """Intersection over union of all pairs."""
    if centred:
        x, y, w, h = boxes.unbind(1)
        y1, x1, y2, x2 = y - h / 2, x - w / 2, y + h / 2, x + w / 2
    else:
        ya, xa, yb, xb = boxes.unbind(1)
        y1, y2 = torch.minimum(ya, yb), torch.maximum(ya, yb)
        x1, x2 = torch.minimum(xa, xb), torch.maximum(xa, xb)
    down = torch.minimum(y2, y2.unsqueeze(1)) - torch.maximum(y1, y1.unsqueeze(1))
    across = torch.minimum(x2, x2.unsqueeze(1)) - torch.maximum(x1, x1.unsqueeze(1))
    shared = torch.clamp(down, min=0) * torch.clamp(across, min=0)
    area = (y2 - y1) * (x2 - x1)
    union = area + area.unsqueeze(1) - shared
    return torch.where(union > 0, shared / union, torch.zeros_like(union))
