"""Helpers of programs that are carried to JAX: layers of Keras: what they share, models."""
import types

import jax
import jax.numpy as jnp
import numpy as np


def keras_activation(given):
    """A function by Keras' name for it."""
    if callable(given):
        return given
    named = {"relu": jax.nn.relu, "sigmoid": jax.nn.sigmoid, "tanh": jnp.tanh, "softmax": jax.nn.softmax,
             "gelu": lambda x: jax.nn.gelu(x, approximate=False), "elu": jax.nn.elu, "selu": jax.nn.selu,
             "softplus": jax.nn.softplus, "silu": jax.nn.silu, "swish": jax.nn.silu}
    return (lambda x: x) if given in (None, "linear") else named[given]


class KerasLayer(Module):
    """A layer that is built when it is first called."""

    built = False

    def build(self, shape):
        self.built = True

    def add_weight(self, shape=(), initializer="glorot_uniform", trainable=True, name=None, dtype=None):
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        drawn = lambda size: initial_weights(size, 0.05)
        known = initializer if callable(initializer) else {"zeros": np.zeros, "ones": np.ones}.get(initializer, drawn)
        value = np.asarray(known(shape)).astype("float32")
        return jnp.asarray(value, dtype=dtype)

    def trained(self):
        """Where its weights are kept, in Keras' order."""
        names = ("kernel", "recurrent_kernel", "embeddings", "gamma", "bias", "beta", "alpha")
        return [(self, name) for name in names if getattr(self, name, None) is not None]

    def get_weights(self):
        return [np.asarray(getattr(*place)) for place in self.trained()]

    def kept(self):
        """Where it keeps what is not trained."""
        return [(self, name) for name in getattr(self, "fixed", ())]

    def count_params(self):
        return sum(getattr(*place).size for place in self.trained() + self.kept())

    def __call__(self, x, *rest, **options):
        if isinstance(x, KerasSymbol) or (isinstance(x, (list, tuple)) and x and isinstance(x[0], KerasSymbol)):
            return KerasSymbol(self, x)
        x = x if isinstance(x, (list, tuple)) else jnp.asarray(x)
        if not self.built:
            self.build(None if isinstance(x, (list, tuple)) else tuple(x.shape))
            self.built = True
        return super().__call__(x, *rest, **options)


class KerasWeight:
    """A weight of a layer, which is kept by the layer."""

    def __init__(self, place):
        self.place = place

    def __getattr__(self, name):
        return getattr(self.value, name)

    def __jax_array__(self):
        return self.value

    def __array__(self, *_, **__):
        return np.asarray(self.value)

    @property
    def value(self):
        return getattr(*self.place)

    def numpy(self):
        return np.asarray(self.value)

    def assign(self, value):
        setattr(*self.place, value)


def trainable_weights(model):
    return [KerasWeight(place) for place in model.places()]


def gradients_by_weights(function, weights):
    single = isinstance(weights, KerasWeight)
    found = gradients_by(function, [one.place for one in ([weights] if single else weights)])
    return found[0] if single else found


class KerasSequential(KerasLayer):
    def __init__(self, layers=()):
        super().__init__()
        self.layers = [layer for layer in layers or () if not isinstance(layer, KerasSymbol)]

    def add(self, layer):
        if not isinstance(layer, KerasSymbol):
            self.layers.append(layer)

    def forward(self, x, training=False):
        for layer in self.layers:
            x = layer(x, training=training) if isinstance(layer, KerasLayer) else layer(x)
        return x

    def trained(self):
        return [place for layer in self.layers for place in layer.trained()]

    def kept(self):
        return [place for layer in self.layers for place in layer.kept()]

    def compile(self, optimizer="rmsprop", loss=None):
        self.optimizer, self.loss = keras_optimizer(optimizer), keras_loss(loss)

    def fit(self, x, y, epochs=1, batch_size=32, verbose=0, shuffle=True):
        """Batches in their order: shuffled ones are the same only where there is one."""
        x, y, losses = jnp.asarray(x), jnp.asarray(y), []
        self(x[:1])
        places = [place for layer in self.layers for place in layer.trained()]

        def loss_of(values, inputs, targets):
            for (layer, name), value in zip(places, values):
                setattr(layer, name, value)
            return self.loss(targets, self(inputs, training=True))

        for _ in range(epochs):
            total = 0.0
            for at in range(0, len(x), batch_size):
                inputs, values = x[at:at + batch_size], [getattr(*place) for place in places]
                loss, gradients = jax.value_and_grad(loss_of)(values, inputs, y[at:at + batch_size])
                for (layer, name), value in zip(places, self.optimizer.step(values, gradients)):
                    setattr(layer, name, value)
                total += float(loss) * len(inputs)
            losses.append(total / len(x))
        return types.SimpleNamespace(history={"loss": losses})

    def evaluate(self, x, y, verbose=0):
        return float(self.loss(jnp.asarray(y), self(x)))

    def predict(self, x, batch_size=None, verbose=0):
        return np.asarray(self(x))


def KerasConstant(value=0.0):
    return lambda shape, dtype=None: jax.nn.initializers.constant(value)(jax.random.key(0), shape, jnp.float32)


def KerasIdentity(gain=1.0):
    return lambda shape, dtype=None: gain * jnp.eye(*shape)


class KerasFunction(KerasLayer):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, x, training=False):
        return self.function(x)
