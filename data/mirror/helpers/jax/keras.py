"""Helpers of programs that are carried to JAX: layers and training of Keras."""
import copy
import functools
import math
import types

import jax
import jax.numpy as jnp
import jax.scipy
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
        names = ("kernel", "recurrent_kernel", "embeddings", "gamma", "bias", "beta")
        return [(self, name) for name in names if getattr(self, name, None) is not None]

    def get_weights(self):
        return [np.asarray(getattr(*place)) for place in self.trained()]

    def count_params(self):
        return sum(one.size for one in self.get_weights())

    def __call__(self, x, *rest, **options):
        if isinstance(x, KerasSymbol) or (isinstance(x, (list, tuple)) and x and isinstance(x[0], KerasSymbol)):
            return KerasSymbol(self, x)
        x = x if isinstance(x, (list, tuple)) else jnp.asarray(x)
        if not self.built:
            self.build(None if isinstance(x, (list, tuple)) else tuple(x.shape))
            self.built = True
        return super().__call__(x, *rest, **options)


class KerasOptimizer:
    """Gradients go to `change`, which tells how a value moves, by Keras' formulas."""

    def __init__(self, learning_rate):
        self.schedule = self.learning_rate = learning_rate
        self.iterations, self.memory = 0, {}

    def step(self, values, gradients):
        self.iterations += 1
        if callable(self.schedule):
            self.learning_rate = float(self.schedule(self.iterations - 1))
        return [v if g is None else v + self.change(k, g) for k, (v, g) in enumerate(zip(values, gradients))]

    def apply_gradients(self, pairs):
        pairs = list(pairs)
        put_weights([weight.place for _, weight in pairs], self.step([weight.value for _, weight in pairs], [g for g, _ in pairs]))


def keras_loss(given):
    """A function of targets and outputs by Keras' name for it."""
    mse, mae = (lambda y, p: jnp.mean((p - y) ** 2)), (lambda y, p: jnp.mean(jnp.abs(p - y)))
    named = {"mse": mse, "mean_squared_error": mse, "mae": mae, "mean_absolute_error": mae}
    return given if callable(given) else named[given]


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

    def predict(self, x, verbose=0):
        return np.asarray(self(x))


class KerasBatchNormalization(KerasLayer):
    fixed = ("moving_mean", "moving_variance")

    def __init__(self, momentum=0.99, epsilon=0.001):
        super().__init__()
        self.momentum, self.epsilon = momentum, epsilon

    def build(self, shape):
        self.gamma, self.beta = self.add_weight(shape[-1:], "ones"), self.add_weight(shape[-1:], "zeros")
        self.moving_mean = self.add_weight(shape[-1:], "zeros", False)
        self.moving_variance = self.add_weight(shape[-1:], "ones", False)

    def forward(self, x, training=False):
        mean, variance = self.moving_mean, self.moving_variance
        if training:
            axes = tuple(range(x.ndim - 1))
            mean, variance = jnp.mean(x, axis=axes), jnp.var(x, axis=axes)
            if not isinstance(x, jax.core.Tracer):
                self.moving_mean = self.momentum * self.moving_mean + (1.0 - self.momentum) * mean
                self.moving_variance = self.momentum * self.moving_variance + (1.0 - self.momentum) * variance
        return jax.nn.standardize(x, mean=mean, variance=variance, epsilon=self.epsilon) * self.gamma + self.beta


class KerasLayerNormalization(KerasLayer):
    def __init__(self, epsilon=0.001):
        super().__init__()
        self.epsilon = epsilon

    def build(self, shape):
        self.gamma, self.beta = self.add_weight(shape[-1:], "ones"), self.add_weight(shape[-1:], "zeros")

    def forward(self, x, training=False):
        mean, variance = jnp.mean(x, axis=-1, keepdims=True), jnp.var(x, axis=-1, keepdims=True)
        return jax.nn.standardize(x, mean=mean, variance=variance, epsilon=self.epsilon) * self.gamma + self.beta


class KerasEmbedding(KerasLayer):
    def __init__(self, input_dim, output_dim, initial="uniform"):
        super().__init__()
        self.embeddings = self.add_weight((input_dim, output_dim), initial)

    def forward(self, x, training=False):
        return jnp.take(self.embeddings, x, axis=0)


def KerasGlobalAveragePooling2D():
    return KerasFunction(lambda x: jnp.mean(x, axis=(1, 2)))


def KerasConstant(value=0.0):
    return lambda shape, dtype=None: np.broadcast_to(np.asarray(value, "float32"), shape)


def KerasIdentity(gain=1.0):
    return lambda shape, dtype=None: gain * np.eye(*shape)


class KerasDropout(KerasLayer):
    def __init__(self, rate):
        super().__init__()
        self.rate, self.mask = rate, None

    def forward(self, x, training=False):
        if not training or not self.rate:
            return x
        if not Module.again or self.mask is None:
            self.mask = np.random.random_sample(x.shape) >= self.rate
        return x * self.mask / (1.0 - self.rate)


def KerasUpSampling2D(size=2):
    rows, columns = two(size)
    return KerasFunction(lambda x: jnp.repeat(jnp.repeat(x, rows, axis=1), columns, axis=2))


def KerasZeroPadding2D(padding=1):
    pairs = [two(side) for side in two(padding)]
    return KerasFunction(lambda x: jnp.pad(x, [(0, 0)] + pairs + [(0, 0)]))


def KerasGlobalMaxPooling2D():
    return KerasFunction(lambda x: jnp.max(x, axis=(1, 2)))


def KerasGlobalAveragePooling1D():
    return KerasFunction(lambda x: jnp.mean(x, axis=1))


def KerasGlobalMaxPooling1D():
    return KerasFunction(lambda x: jnp.max(x, axis=1))


def KerasReshape(target_shape):
    return KerasFunction(lambda x: jnp.reshape(x, (x.shape[0], *target_shape)))


def KerasPermute(dims):
    return KerasFunction(lambda x: jnp.transpose(x, (0, *dims)))


def KerasRepeatVector(n):
    return KerasFunction(lambda x: jnp.repeat(x[:, None], n, axis=1))


def KerasLeakyReLU(slope=0.3):
    return KerasFunction(lambda x: jax.nn.leaky_relu(x, slope))


def KerasELU(alpha=1.0):
    return KerasFunction(lambda x: jax.nn.elu(x, alpha))


def KerasRescaling(scale, offset=0.0):
    return KerasFunction(lambda x: x * scale + offset)


def KerasConcatenate(axis=-1):
    return KerasFunction(lambda parts: jnp.concatenate(parts, axis=axis))


def KerasAdd():
    return KerasFunction(lambda parts: functools.reduce(jnp.add, parts))


def KerasMultiply():
    return KerasFunction(lambda parts: functools.reduce(jnp.multiply, parts))


class KerasLSTMCell(KerasLayer):
    """Gates in Keras' order: input, forget, cell, output."""

    gates = 4

    def __init__(self, units, kernel="glorot_uniform", recurrent="orthogonal", bias="zeros", forget=True):
        super().__init__()
        self.units, self.initial, self.forget = units, (kernel, recurrent, bias), forget

    def build(self, shape):
        kernel, recurrent, bias = self.initial
        self.kernel = self.add_weight((shape[-1], self.gates * self.units), kernel)
        self.recurrent_kernel = self.add_weight((self.units, self.gates * self.units), recurrent)
        self.bias = self.add_weight((self.gates * self.units,), bias)
        if self.forget:
            self.bias = self.bias.at[self.units:2 * self.units].set(1.0)

    def start(self, x):
        return [jnp.zeros((x.shape[0], self.units)), jnp.zeros((x.shape[0], self.units))]

    def forward(self, x, state, training=False):
        h, c = state
        i, f, g, o = jnp.split(x @ self.kernel + h @ self.recurrent_kernel + self.bias, 4, axis=-1)
        c = jax.nn.sigmoid(f) * c + jax.nn.sigmoid(i) * jnp.tanh(g)
        h = jax.nn.sigmoid(o) * jnp.tanh(c)
        return h, [h, c]


class KerasRNNCell(KerasLSTMCell):
    gates = 1

    def start(self, x):
        return [jnp.zeros((x.shape[0], self.units))]

    def forward(self, x, state, training=False):
        h = jnp.tanh(x @ self.kernel + state[0] @ self.recurrent_kernel + self.bias)
        return h, [h]


class KerasGRUCell(KerasLSTMCell):
    """Gates in Keras' order: update, reset, new; its two biases are kept apart."""

    gates = 3

    def build(self, shape):
        kernel, recurrent, bias = self.initial
        self.kernel = self.add_weight((shape[-1], self.gates * self.units), kernel)
        self.recurrent_kernel = self.add_weight((self.units, self.gates * self.units), recurrent)
        self.bias = self.add_weight((2, self.gates * self.units), bias)

    def start(self, x):
        return [jnp.zeros((x.shape[0], self.units))]

    def forward(self, x, state, training=False):
        a = jnp.split(x @ self.kernel + self.bias[0], 3, axis=-1)
        b = jnp.split(state[0] @ self.recurrent_kernel + self.bias[1], 3, axis=-1)
        update, reset = jax.nn.sigmoid(a[0] + b[0]), jax.nn.sigmoid(a[1] + b[1])
        h = update * state[0] + (1.0 - update) * jnp.tanh(a[2] + reset * b[2])
        return h, [h]


class KerasRecurrent(KerasLayer):
    def __init__(self, cell, sequences=False, state=False):
        super().__init__()
        self.cell, self.sequences, self.state = cell, sequences, state

    def trained(self):
        return self.cell.trained()

    def forward(self, x, initial_state=None, training=False):
        now, steps = self.cell.start(x) if initial_state is None else list(initial_state), []
        for t in range(x.shape[1]):
            out, now = self.cell(x[:, t], now)
            steps.append(out)
        out = jnp.stack(steps, axis=1) if self.sequences else steps[-1]
        return [out, *now] if self.state else out


def KerasLSTM(units, sequences=False, state=False, kernel="glorot_uniform", recurrent="orthogonal", bias="zeros", forget=True):
    return KerasRecurrent(KerasLSTMCell(units, kernel, recurrent, bias, forget), sequences, state)


def KerasGRU(units, sequences=False, state=False, kernel="glorot_uniform", recurrent="orthogonal", bias="zeros"):
    return KerasRecurrent(KerasGRUCell(units, kernel, recurrent, bias, False), sequences, state)


def KerasSimpleRNN(units, sequences=False, state=False, kernel="glorot_uniform", recurrent="orthogonal", bias="zeros"):
    return KerasRecurrent(KerasRNNCell(units, kernel, recurrent, bias, False), sequences, state)


class KerasRMSprop(KerasOptimizer):
    def __init__(self, learning_rate=0.001, rho=0.9, momentum=0.0, epsilon=1e-07):
        super().__init__(learning_rate)
        self.rho, self.momentum, self.epsilon = rho, momentum, epsilon

    def change(self, k, gradient):
        square, move = self.memory.get(k, (0.0, 0.0))
        square = self.rho * square + (1.0 - self.rho) * gradient * gradient
        step = self.learning_rate * gradient * jax.lax.rsqrt(square + self.epsilon)
        move = self.momentum * move + step
        self.memory[k] = square, move
        return -move


class KerasAdagrad(KerasOptimizer):
    def __init__(self, learning_rate=0.001, start=0.1, epsilon=1e-07):
        super().__init__(learning_rate)
        self.start, self.epsilon = start, epsilon

    def change(self, k, gradient):
        self.memory[k] = self.memory.get(k, self.start) + gradient * gradient
        return -self.learning_rate * gradient / jnp.sqrt(self.memory[k] + self.epsilon)


class KerasAdamW(KerasAdam):
    def __init__(self, learning_rate=0.001, weight_decay=0.004, beta_1=0.9, beta_2=0.999, epsilon=1e-07):
        super().__init__(learning_rate, beta_1, beta_2, epsilon)
        self.weight_decay = weight_decay

    def step(self, values, gradients):
        moved = super().step(values, gradients)
        return [new if g is None else new - self.learning_rate * self.weight_decay * old for old, new, g in zip(values, moved, gradients)]


class KerasAdamax(KerasOptimizer):
    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07):
        super().__init__(learning_rate)
        self.beta_1, self.beta_2, self.epsilon = beta_1, beta_2, epsilon

    def change(self, k, gradient):
        first, most = self.memory.get(k, (0.0, 0.0))
        first = first + (gradient - first) * (1.0 - self.beta_1)
        most = jnp.maximum(self.beta_2 * most, jnp.abs(gradient))
        self.memory[k] = first, most
        return -self.learning_rate * first / ((1.0 - self.beta_1 ** self.iterations) * (most + self.epsilon))


def keras_epsilon():
    return 1e-07


def keras_squared_errors(y_true, y_pred):
    return jnp.mean(jnp.square(jnp.asarray(y_pred) - jnp.asarray(y_true)), axis=-1)


def keras_absolute_errors(y_true, y_pred):
    return jnp.mean(jnp.abs(jnp.asarray(y_pred) - jnp.asarray(y_true)), axis=-1)


def keras_huber_losses(y_true, y_pred, delta=1.0):
    distance = jnp.abs(jnp.asarray(y_pred) - jnp.asarray(y_true))
    losses = jnp.where(distance <= delta, 0.5 * jnp.square(distance), delta * distance - 0.5 * delta * delta)
    return jnp.mean(losses, axis=-1)


def keras_divergences(y_true, y_pred):
    y_true, y_pred = jnp.clip(jnp.asarray(y_true), 1e-07, 1), jnp.clip(jnp.asarray(y_pred), 1e-07, 1)
    return jnp.sum(y_true * jnp.log(y_true / y_pred), axis=-1)


def keras_signs(y_true):
    """Targets of 0 and 1 mean -1 and 1."""
    y_true = jnp.asarray(y_true)
    binary = jnp.all((y_true == 0) | (y_true == 1))
    return jnp.where(binary, 2 * y_true - 1, y_true)


def keras_hinge_losses(y_true, y_pred):
    return jnp.mean(jnp.maximum(1.0 - keras_signs(y_true) * y_pred, 0.0), axis=-1)


def keras_squared_hinge_losses(y_true, y_pred):
    return jnp.mean(jnp.square(jnp.maximum(1.0 - keras_signs(y_true) * y_pred, 0.0)), axis=-1)


def keras_log_cosh_losses(y_true, y_pred):
    distance = jnp.asarray(y_pred) - jnp.asarray(y_true)
    return jnp.mean(distance + jax.nn.softplus(-2.0 * distance) - jnp.log(2.0).astype(distance.dtype), axis=-1)


def keras_poisson_losses(y_true, y_pred):
    return jnp.mean(y_pred - y_true * jnp.log(jnp.asarray(y_pred) + 1e-07), axis=-1)


def keras_binary_losses(y_true, y_pred, from_logits=False, smoothing=0.0):
    y_pred = jnp.asarray(y_pred)
    y_true = jnp.asarray(y_true, y_pred.dtype) * (1.0 - smoothing) + 0.5 * smoothing
    if from_logits:
        losses = jnp.maximum(y_pred, 0) - y_pred * y_true + jnp.log1p(jnp.exp(-jnp.abs(y_pred)))
    else:
        y_pred = jnp.clip(y_pred, 1e-07, 1 - 1e-07)
        losses = -(y_true * jnp.log(y_pred) + (1 - y_true) * jnp.log(1 - y_pred))
    return jnp.mean(losses, axis=-1)


def keras_logs(y_pred, from_logits):
    if from_logits:
        return jax.nn.log_softmax(y_pred, axis=-1)
    return jnp.log(jnp.clip(y_pred / jnp.sum(y_pred, axis=-1, keepdims=True), 1e-07, 1 - 1e-07))


def keras_class_losses(y_true, y_pred, from_logits=False, smoothing=0.0):
    y_pred = jnp.asarray(y_pred)
    y_true = jnp.asarray(y_true, y_pred.dtype) * (1.0 - smoothing) + smoothing / y_pred.shape[-1]
    return -jnp.sum(y_true * keras_logs(y_pred, from_logits), axis=-1)


def keras_sparse_losses(y_true, y_pred, from_logits=False):
    logs = keras_logs(jnp.asarray(y_pred), from_logits)
    return -jnp.take_along_axis(logs, jnp.asarray(y_true)[..., None], axis=-1)[..., 0]


class KerasLoss:
    """Losses of samples, summed up as Keras is told."""

    def __init__(self, losses, reduction="sum_over_batch_size", *options):
        self.losses, self.reduction, self.options = losses, reduction, options

    def __call__(self, y_true, y_pred, sample_weight=None):
        return weighted_loss(self.losses(y_true, y_pred, *self.options), 1.0, sample_weight, self.reduction)


class KerasFunction(KerasLayer):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, x, training=False):
        return self.function(x)


class KerasSGD(KerasOptimizer):
    def __init__(self, learning_rate=0.01, momentum=0.0, nesterov=False):
        super().__init__(learning_rate)
        self.momentum, self.nesterov = momentum, nesterov

    def change(self, k, gradient):
        move = -self.learning_rate * gradient
        if not self.momentum:
            return move
        self.memory[k] = self.momentum * self.memory.get(k, 0.0) + move
        return self.momentum * self.memory[k] + move if self.nesterov else self.memory[k]


class KerasAdam(KerasOptimizer):
    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-07):
        super().__init__(learning_rate)
        self.beta_1, self.beta_2, self.epsilon = beta_1, beta_2, epsilon

    def change(self, k, gradient):
        first, second = self.memory.get(k, (0.0, 0.0))
        first = first + (gradient - first) * (1.0 - self.beta_1)
        second = second + (gradient * gradient - second) * (1.0 - self.beta_2)
        self.memory[k] = first, second
        rate = self.learning_rate * math.sqrt(1.0 - self.beta_2 ** self.iterations) / (1.0 - self.beta_1 ** self.iterations)
        return -rate * first / (root(second) + self.epsilon)


def keras_optimizer(given):
    return given if isinstance(given, KerasOptimizer) else {"sgd": KerasSGD, "adam": KerasAdam}[given]()


class KerasDense(KerasLayer):
    def __init__(self, units, activation=None, use_bias=True, dtype=None):
        super().__init__()
        self.units, self.activation, self.use_bias, self.dtype = units, keras_activation(activation), use_bias, dtype

    def build(self, shape):
        self.kernel = self.add_weight((shape[-1], self.units), dtype=self.dtype, name="kernel")
        self.bias = self.add_weight((self.units,), "zeros", dtype=self.dtype, name="bias") if self.use_bias else None

    def forward(self, x, training=False):
        out = jnp.matmul(x, self.kernel)
        return self.activation(out if self.bias is None else out + self.bias)


class KerasConv2D(KerasLayer):
    def __init__(self, filters, kernel_size, strides=1, padding="valid", dilation_rate=1, activation=None, use_bias=True):
        super().__init__()
        self.filters, self.kernel_size, self.strides = filters, four(kernel_size), strides
        self.padding, self.dilation_rate = padding.upper(), dilation_rate
        self.activation, self.use_bias = keras_activation(activation), use_bias

    def build(self, shape):
        self.kernel = self.add_weight(self.kernel_size + (shape[-1], self.filters), name="kernel")
        self.bias = self.add_weight((self.filters,), "zeros", name="bias") if self.use_bias else None

    def forward(self, x, training=False):
        out = conv2d_nhwc(x, self.kernel, self.strides, self.padding, self.dilation_rate)
        return self.activation(out if self.bias is None else out + self.bias)


class KerasDenseFrom(KerasDense):
    """One whose first weights were chosen."""

    def __init__(self, units, activation=None, use_bias=True, dtype=None, kernel="glorot_uniform", bias="zeros"):
        super().__init__(units, activation, use_bias, dtype)
        self.initial = kernel, bias

    def build(self, shape):
        self.kernel = self.add_weight((shape[-1], self.units), self.initial[0], dtype=self.dtype)
        self.bias = self.add_weight((self.units,), self.initial[1], dtype=self.dtype) if self.use_bias else None


class KerasConv2DFrom(KerasConv2D):
    def __init__(self, filters, kernel_size, kernel="glorot_uniform", bias="zeros", **options):
        super().__init__(filters, kernel_size, **options)
        self.initial = kernel, bias

    def build(self, shape):
        self.kernel = self.add_weight(self.kernel_size + (shape[-1], self.filters), self.initial[0])
        self.bias = self.add_weight((self.filters,), self.initial[1]) if self.use_bias else None


def KerasActivation(activation):
    return KerasFunction(keras_activation(activation))


def KerasFlatten():
    return KerasFunction(lambda x: jnp.reshape(x, (x.shape[0], -1)))


def KerasMaxPooling2D(pool_size=2, strides=None, padding="valid"):
    return KerasFunction(lambda x: max_pool2d_nhwc(x, pool_size, pool_size if strides is None else strides, padding.upper()))


def KerasAveragePooling2D(pool_size=2, strides=None, padding="valid"):
    return KerasFunction(lambda x: avg_pool2d_nhwc(x, pool_size, pool_size if strides is None else strides, padding.upper()))


def KerasReLU():
    return KerasFunction(keras_activation("relu"))


def KerasSoftmax():
    return KerasFunction(keras_activation("softmax"))


class KerasDepthwiseConv2D(KerasLayer):
    """The kernel is kept as height, width, in, multiplier."""

    def __init__(self, kernel_size, strides=1, padding="valid", depth_multiplier=1, activation=None, use_bias=True):
        super().__init__()
        self.kernel_size, self.strides, self.padding, self.multiplier = two(kernel_size), two(strides), padding.upper(), depth_multiplier
        self.activation, self.use_bias = keras_activation(activation), use_bias

    def build(self, shape):
        self.kernel = self.add_weight(self.kernel_size + (shape[-1], self.multiplier))
        self.bias = self.add_weight((shape[-1] * self.multiplier,), "zeros") if self.use_bias else None

    def apart(self, x):
        kernel = self.kernel.reshape(self.kernel_size + (1, -1))
        return jax.lax.conv_general_dilated(x, kernel, self.strides, self.padding, dimension_numbers=("NHWC", "HWIO", "NHWC"),
                                            feature_group_count=x.shape[-1])

    def forward(self, x, training=False):
        out = self.apart(x)
        return self.activation(out if self.bias is None else out + self.bias)


class KerasSeparableConv2D(KerasDepthwiseConv2D):
    """One channel after the other, then across them."""

    def __init__(self, filters, kernel_size, strides=1, padding="valid", depth_multiplier=1, activation=None, use_bias=True):
        super().__init__(kernel_size, strides, padding, depth_multiplier, activation, use_bias)
        self.filters = filters

    def build(self, shape):
        self.kernel = self.add_weight(self.kernel_size + (shape[-1], self.multiplier))
        self.recurrent_kernel = self.add_weight((1, 1, shape[-1] * self.multiplier, self.filters))
        self.bias = self.add_weight((self.filters,), "zeros") if self.use_bias else None

    def forward(self, x, training=False):
        out = conv2d_nhwc(self.apart(x), self.recurrent_kernel, 1, "VALID")
        return self.activation(out if self.bias is None else out + self.bias)


class KerasConv1D(KerasLayer):
    def __init__(self, filters, kernel_size, strides=1, padding="valid", dilation_rate=1, activation=None, use_bias=True):
        super().__init__()
        self.filters, self.kernel_size, self.strides, self.dilation_rate = filters, one_of(kernel_size), one_of(strides), one_of(dilation_rate)
        self.padding, self.activation, self.use_bias = padding.lower(), keras_activation(activation), use_bias

    def build(self, shape):
        self.kernel = self.add_weight((self.kernel_size, shape[-1], self.filters))
        self.bias = self.add_weight((self.filters,), "zeros") if self.use_bias else None

    def forward(self, x, training=False):
        before = (self.kernel_size - 1) * self.dilation_rate
        padding = [(before, 0)] if self.padding == "causal" else self.padding.upper()
        out = jax.lax.conv_general_dilated(x, self.kernel, (self.strides,), padding, rhs_dilation=(self.dilation_rate,),
                                           dimension_numbers=("NWC", "WIO", "NWC"))
        return self.activation(out if self.bias is None else out + self.bias)


def KerasMaxPooling1D(pool_size=2, strides=None, padding="valid"):
    return KerasFunction(lambda x: max_pool1d_nwc(x, pool_size, pool_size if strides is None else strides, padding.upper()))


def KerasAveragePooling1D(pool_size=2, strides=None, padding="valid"):
    return KerasFunction(lambda x: avg_pool1d_nwc(x, pool_size, pool_size if strides is None else strides, padding.upper()))


class KerasBidirectional(KerasLayer):
    """A recurrent layer, and one like it from the end."""

    def __init__(self, layer, merge_mode="concat"):
        super().__init__()
        self.ahead, self.back, self.merge = layer, copy.deepcopy(layer), merge_mode
        Module.made += [self.back] + [part for part in Module.parts(self.back) if isinstance(part, Module)]

    def trained(self):
        return self.ahead.trained() + self.back.trained()

    def forward(self, x, training=False):
        out, turned = self.ahead(x), self.back(jnp.flip(x, 1))
        return both_ways(out, turned, self.ahead, self.merge, lambda one: jnp.flip(one, 1), lambda one, other: jnp.concatenate([one, other], axis=-1))


class KerasTimeDistributed(KerasLayer):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def trained(self):
        return self.layer.trained()

    def forward(self, x, training=False):
        out = self.layer(x.reshape((-1,) + x.shape[2:]))
        return out.reshape(x.shape[:2] + out.shape[1:])


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


def keras_cosine_losses(y_true, y_pred, axis=-1):
    return -cosine_similarity(jnp.asarray(y_true, y_pred.dtype), jnp.asarray(y_pred), axis)


def keras_log_errors(y_true, y_pred):
    logs = [jnp.log1p(jnp.maximum(jnp.asarray(one), 1e-07)) for one in (y_true, y_pred)]
    return jnp.mean(jnp.square(logs[0] - logs[1]), axis=-1)
