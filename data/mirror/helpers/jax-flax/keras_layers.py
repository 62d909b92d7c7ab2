"""Helpers of programs that are carried to JAX where Flax and Optax are installed: layers of Keras."""
import flax.linen
import jax


class KerasDropout(KerasLayer):
    def __init__(self, rate):
        super().__init__()
        self.layer, self.draws = flax.linen.Dropout(rate), 0

    def forward(self, x, training=False):
        self.draws += bool(training) and not Module.again
        return self.layer.apply({}, x, deterministic=not training, rngs={"dropout": jax.random.key(self.draws)})


class KerasSpatialDropout(KerasDropout):
    """Whole channels, which stand last."""

    def __init__(self, rate, axes):
        super().__init__(rate)
        self.layer = flax.linen.Dropout(rate, broadcast_dims=tuple(range(1, axes + 1)))
