"""Helpers of programs that are carried to any framework: layers and training of Keras."""


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


def keras_optimizer(given):
    return given if isinstance(given, KerasOptimizer) else {"sgd": KerasSGD, "adam": KerasAdam}[given]()


class KerasConv2D(KerasLayer):
    def __init__(self, filters, kernel_size, strides=1, padding="valid", dilation_rate=1, activation=None, use_bias=True):
        super().__init__()
        self.filters, self.kernel_size, self.strides = filters, four(kernel_size), strides
        self.padding, self.dilation_rate = padding.upper(), dilation_rate
        self.activation, self.use_bias = keras_activation(activation), use_bias

    def build(self, shape):
        self.kernel = self.add_weight(self.kernel_size + (shape[-1], self.filters))
        self.bias = self.add_weight((self.filters,), "zeros") if self.use_bias else None

    def forward(self, x, training=False):
        out = conv2d_nhwc(x, self.kernel, self.strides, self.padding, self.dilation_rate)
        return self.activation(out if self.bias is None else out + self.bias)


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
