"""Attention by torch's scaled_dot_product_attention; what that cannot express runs through the specification's body."""
import math

import torch
import torch.nn.functional as F

from torch_ops.base import OPS, positions


def _heads(x, count):
    """[batch, length, count * size] as [batch, count, length, size]; four axes stay."""
    if x.dim() == 4:
        return x
    return x.reshape(x.shape[0], x.shape[1], count, x.shape[2] // count).transpose(1, 2)


@OPS.define("Attention")
def attention(call, q, k, v, mask=None, past_key=None, past_value=None, lengths=None):
    if call.attr("softcap", 0.0) or call.has_output(3) or call.attr("softmax_precision", 0) not in (0, 1):
        return call.body()
    if q.dtype == torch.float64 and call.attr("softmax_precision", 0) or q.dtype != v.dtype:
        return call.body()
    if mask is not None and mask.dtype not in (torch.bool, q.dtype):
        return call.body()
    query = _heads(q, call.attr("q_num_heads"))
    key, value = _heads(k, call.attr("kv_num_heads")), _heads(v, call.attr("kv_num_heads"))
    if past_key is not None:
        key, value = torch.cat([past_key, key], 2), torch.cat([past_value, value], 2)
    past = 0 if past_key is None else past_key.shape[2]
    scale = call.attr("scale") or 1 / math.sqrt(query.shape[-1])
    causal = bool(call.attr("is_causal", 0))
    simple = causal and mask is None and lengths is None and not past and query.shape[2] == key.shape[2]
    left, right = call.attr("left_window_size", -1), call.attr("right_window_size", -1)
    simple = simple and left < 0 and right < 0
    bias = None if simple else _bias(query, key, mask, past, lengths, causal, left, right)
    grouped = query.shape[1] != key.shape[1]
    y = F.scaled_dot_product_attention(query, key, value, bias, 0.0, simple, scale=scale, enable_gqa=grouped)
    if q.dim() == 3:
        y = y.transpose(1, 2).reshape(q.shape[0], q.shape[1], y.shape[1] * y.shape[3])
    return y, key, value


def _bias(query, key, mask, past, lengths, causal, left, right):
    """All masks as one, or None: boolean (what may be seen), or the float mask with minus infinity at what may not."""
    total = key.shape[2]
    row = positions(query.shape[2], query).unsqueeze(1)
    column = positions(total, query)
    seen = None
    offset = past
    if lengths is not None:
        lengths = lengths.reshape(-1, 1, 1, 1)
        seen = column < lengths
        offset = lengths - query.shape[2]
    limits = []
    if causal or right >= 0:
        limits.append(column <= row + offset + (0 if causal else right))
    if causal and right >= 0:
        limits.append(column <= row + offset + right)
    if left >= 0:
        limits.append(column >= row + offset - left)
    for limit in limits:
        seen = limit if seen is None else seen & limit
    if mask is None:
        return seen
    missing = total - mask.shape[-1]
    if mask.shape[-1] != 1 and missing:
        mask = torch.constant_pad_nd(mask, [0, missing], False if mask.dtype == torch.bool else -math.inf)
    mask = mask.reshape((1,) * (4 - mask.dim()) + tuple(mask.shape))
    if seen is None:
        return mask
    if mask.dtype == torch.bool:
        return mask & seen
    return torch.where(seen, mask, -math.inf)
