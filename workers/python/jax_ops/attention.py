"""Attention: jax.nn.dot_product_attention where it means the same; other forms run through the specification's body.

JAX masks with a large negative number, ONNX with minus infinity: rows without any visible key differ. So JAX's
function serves calls without a mask, where each query sees at least one key.
"""
import jax
import jax.numpy as jnp

from .common import OPS


@OPS.define("Attention")
def attention(call, q, k, v, mask=None, past_key=None, past_value=None, lengths=None):
    if not _plain(call, q, k, v, (mask, past_key, past_value, lengths)):
        return call.body()
    options = {"scale": call.attr("scale"), "is_causal": bool(call.attr("is_causal", 0))}
    if q.ndim == 3:  # [batch, sequence, heads * size]
        heads, kv_heads = call.attr("q_num_heads"), call.attr("kv_num_heads")
        q, k, v = (jnp.reshape(x, (*x.shape[:2], n, x.shape[2] // n)) for x, n in ((q, heads), (k, kv_heads), (v, kv_heads)))
        y = jax.nn.dot_product_attention(q, k, v, **options)
        return jnp.reshape(y, (*y.shape[:2], y.shape[2] * y.shape[3]))
    q, k, v = (jnp.swapaxes(x, 1, 2) for x in (q, k, v))
    return jnp.swapaxes(jax.nn.dot_product_attention(q, k, v, **options), 1, 2)


def _plain(call, q, k, v, others):
    if any(x is not None for x in others) or call.output_count > 1 or call.attr("softcap", 0.0):
        return False
    if call.attr("softmax_precision") is not None or not q.dtype == k.dtype == v.dtype or k.shape != v.shape:
        return False
    if call.attr("left_window_size", -1) != -1 or call.attr("right_window_size", -1) != -1 or k.size == 0:
        return False
    length = 1 if q.ndim == 3 else 2
    return not call.attr("is_causal", 0) or q.shape[length] == k.shape[length]
