"""Helpers of programs that are carried to JAX where Flax and Optax are installed: layers of Keras: attention."""
import flax.linen


class KerasMultiHeadAttention(KerasHeads):
    def attend(self, query, key, value, allowed):
        weights = {}
        for name in ("query", "key", "value", "out"):
            weights[name] = {"kernel": getattr(self, name)}
            if self.use_bias:
                weights[name]["bias"] = getattr(self, name + "_bias")
        layer = flax.linen.MultiHeadDotProductAttention(self.heads, qkv_features=self.heads * self.sizes[0], out_features=query.shape[-1],
                                                        use_bias=self.use_bias)
        out, seen = layer.apply({"params": weights}, query, key, value, mask=allowed, deterministic=True, sow_weights=True,
                                mutable=["intermediates"])
        return out, seen["intermediates"]["attention_weights"][0]
