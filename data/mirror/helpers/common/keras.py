"""Helpers of programs that are carried to any framework: layers and training of Keras."""
import math


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
        out = x @ self.kernel
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
    return KerasFunction(lambda x: x.reshape(x.shape[0], -1))


def KerasMaxPooling2D(pool_size=2, strides=None, padding="valid"):
    return KerasFunction(lambda x: max_pool2d_nhwc(x, pool_size, pool_size if strides is None else strides, padding.upper()))


def KerasAveragePooling2D(pool_size=2, strides=None, padding="valid"):
    return KerasFunction(lambda x: avg_pool2d_nhwc(x, pool_size, pool_size if strides is None else strides, padding.upper()))


def KerasReLU():
    return KerasFunction(keras_activation("relu"))


def KerasSoftmax():
    return KerasFunction(keras_activation("softmax"))
