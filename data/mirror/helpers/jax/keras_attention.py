"""Helpers of programs that are carried to JAX: layers of Keras: attention."""
import math

import jax
import jax.numpy as jnp


class KerasHeads(KerasLayer):
    """Kernels are kept as in, heads, size, and the last one as heads, size, out."""

    def __init__(self, num_heads, key_dim, value_dim=None, dropout=0.0, use_bias=True):
        super().__init__()
        self.heads, self.sizes, self.use_bias = num_heads, (key_dim, key_dim, value_dim or key_dim), use_bias

    def start(self, query, value, key):
        for name, width, size in zip(("query", "key", "value"), (query, key, value), self.sizes):
            setattr(self, name, self.add_weight((width.shape[-1], self.heads, size)))
            setattr(self, name + "_bias", self.add_weight((self.heads, size), "zeros") if self.use_bias else None)
        self.out = self.add_weight((self.heads, self.sizes[2], query.shape[-1]))
        self.out_bias = self.add_weight((query.shape[-1],), "zeros") if self.use_bias else None

    def trained(self):
        names = [name + end for name in ("query", "key", "value", "out") for end in ("", "_bias")]
        return [(self, name) for name in names if getattr(self, name, None) is not None]

    def __call__(self, query, value, key=None, **options):
        if isinstance(query, KerasSymbol):
            return KerasSymbol(KerasAttentionOf(self, options), [query, value] + ([] if key is None else [key]))
        query, value, key = jnp.asarray(query), jnp.asarray(value), jnp.asarray(value if key is None else key)
        if not hasattr(self, "out"):
            self.start(query, value, key)
        self.built = True
        return self.forward(query, value, key, **options)

    def forward(self, query, value, key, attention_mask=None, return_attention_scores=False, use_causal_mask=False, training=False):
        allowed = None if attention_mask is None else jnp.asarray(attention_mask).astype(bool)[:, None]
        if use_causal_mask:
            causal = jnp.tril(jnp.ones((query.shape[1], key.shape[1]), bool))[None, None]
            allowed = causal if allowed is None else allowed & causal
        out, scores = self.attend(query, key, value, allowed)
        return (out, scores) if return_attention_scores else out

    def attend(self, query, key, value, allowed):
        project = lambda x, kernel, bias: jnp.einsum("btd,dhk->bthk", x, kernel) + (0.0 if bias is None else bias)
        q, k, v = project(query, self.query, self.query_bias), project(key, self.key, self.key_bias), project(value, self.value, self.value_bias)
        scores = jnp.einsum("bthk,bshk->bhts", q, k) / math.sqrt(self.sizes[0])
        scores = jax.nn.softmax(scores if allowed is None else jnp.where(allowed, scores, -jnp.inf), axis=-1)
        out = jnp.einsum("bthk,hkd->btd", jax.nn.dot_product_attention(q, k, v, mask=allowed), self.out)
        return out if self.out_bias is None else out + self.out_bias, scores


class KerasMultiHeadAttention(KerasHeads):
    """Without Flax."""


class KerasAttentionOf(KerasLayer):
    """Of symbols."""

    def __init__(self, layer, options):
        super().__init__()
        self.layer, self.options = layer, options

    def trained(self):
        return self.layer.trained()

    def forward(self, parts, training=False):
        return self.layer(*parts, **self.options)
