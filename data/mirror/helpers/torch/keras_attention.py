"""Helpers of programs that are carried to PyTorch: layers of Keras: attention."""
import math

import torch


class KerasMultiHeadAttention(KerasLayer):
    """Kernels are kept as in, heads, size, and the last one as heads, size, out."""

    def __init__(self, num_heads, key_dim, value_dim=None, dropout=0.0, use_bias=True):
        super().__init__()
        self.heads, self.sizes, self.use_bias = num_heads, (key_dim, key_dim, value_dim or key_dim), use_bias

    def build(self, shape):
        self.widths = shape

    def start(self, query, value, key):
        for name, width, size in zip(("query", "key", "value"), (query, key, value), self.sizes):
            setattr(self, name, self.add_weight((width.shape[-1], self.heads, size), name=name))
            setattr(self, name + "_bias", self.add_weight((self.heads, size), "zeros", name="bias") if self.use_bias else None)
        self.out = self.add_weight((self.heads, self.sizes[2], query.shape[-1]), name="out")
        self.out_bias = self.add_weight((query.shape[-1],), "zeros", name="bias") if self.use_bias else None
        fits = all(one.shape[-1] == self.heads * size for one, size in zip((query, key, value), self.sizes))
        self.module = [torch.nn.MultiheadAttention(query.shape[-1], self.heads, bias=self.use_bias, batch_first=True) if fits else None]

    def __call__(self, query, value, key=None, **options):
        if isinstance(query, KerasSymbol):
            return KerasSymbol(KerasAttentionOf(self, options), [query, value] + ([] if key is None else [key]))
        query, value, key = torch.as_tensor(query), torch.as_tensor(value), torch.as_tensor(value if key is None else key)
        if not hasattr(self, "out"):
            self.start(query, value, key)
        self.built = True
        return torch.nn.Module.__call__(self, query, value, key, **options)

    def forward(self, query, value, key, attention_mask=None, return_attention_scores=False, use_causal_mask=False, training=False):
        allowed = None if attention_mask is None else attention_mask.bool()
        if use_causal_mask:
            causal = torch.tril(torch.ones(query.shape[1], key.shape[1], dtype=torch.bool))[None]
            allowed = causal if allowed is None else allowed & causal
        attend = self.by_module if self.module[0] is not None else self.by_function
        out, scores = attend(query, value, key, allowed)
        return (out, scores) if return_attention_scores else out

    def by_module(self, query, value, key, allowed):
        flat = lambda kernel: kernel.flatten(1).T
        biases = None if not self.use_bias else torch.cat([one.flatten() for one in (self.query_bias, self.key_bias, self.value_bias)])
        weights = {"in_proj_weight": torch.cat([flat(one) for one in (self.query, self.key, self.value)]), "in_proj_bias": biases,
                   "out_proj.weight": self.out.flatten(0, 1).T, "out_proj.bias": self.out_bias}
        shape = (len(query), query.shape[1], key.shape[1])
        mask = None if allowed is None else torch.repeat_interleave(~allowed.expand(shape), self.heads, dim=0)
        weights = {name: weight for name, weight in weights.items() if weight is not None}
        return torch.func.functional_call(self.module[0], weights, (query, key, value), {"attn_mask": mask, "average_attn_weights": False})

    def by_function(self, query, value, key, allowed):
        project = lambda x, kernel, bias: torch.einsum("btd,dhk->bhtk", x, kernel) + (0.0 if bias is None else bias[:, None])
        q, k, v = (project(x, *w) for x, w in ((query, (self.query, self.query_bias)), (key, (self.key, self.key_bias)), (value, (self.value, self.value_bias))))
        mask = None if allowed is None else allowed[:, None]
        mixed = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        scores = q @ k.transpose(-1, -2) / math.sqrt(self.sizes[0])
        scores = scores if mask is None else scores.masked_fill(~mask, float("-inf"))
        out = torch.einsum("bhtk,hkd->btd", mixed, self.out)
        return out if self.out_bias is None else out + self.out_bias, torch.softmax(scores, dim=-1)


class KerasAttentionOf(KerasLayer):
    """Of symbols."""

    def __init__(self, layer, options):
        super().__init__()
        self.layer, self.options = layer, options

    def forward(self, parts, training=False):
        return self.layer(*parts, **self.options)
