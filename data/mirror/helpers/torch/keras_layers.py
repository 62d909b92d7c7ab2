"""Helpers of programs that are carried to PyTorch: layers of Keras."""
import functools

import torch


class KerasDense(KerasLayer):
    def __init__(self, units, activation=None, use_bias=True, dtype=None):
        super().__init__()
        self.units, self.activation, self.use_bias, self.dtype = units, [keras_activation(activation)], use_bias, dtype

    def build(self, shape):
        self.kernel = self.add_weight((shape[-1], self.units), dtype=self.dtype, name="kernel")
        self.bias = self.add_weight((self.units,), "zeros", dtype=self.dtype, name="bias") if self.use_bias else None
        self.module = [torch.nn.Linear(shape[-1], self.units, bias=self.use_bias)]

    def forward(self, x, training=False):
        return self.activation[0](applied(self.module[0], {"weight": self.kernel.T, "bias": self.bias}, x))


def KerasActivation(activation):
    return KerasFunction(keras_activation(activation))


def KerasFlatten():
    return KerasFunction(torch.nn.Flatten())


def KerasReshape(shape):
    return KerasFunction(lambda x: torch.reshape(x, (x.shape[0], *shape)))


def KerasPermute(axes):
    return KerasFunction(lambda x: torch.permute(x, (0, *axes)))


def KerasReLU():
    return KerasFunction(torch.nn.ReLU())


def KerasSoftmax():
    return KerasFunction(torch.nn.Softmax(dim=-1))


def KerasLeakyReLU(slope=0.3):
    return KerasFunction(torch.nn.LeakyReLU(slope))


def KerasELU(alpha=1.0):
    return KerasFunction(torch.nn.ELU(alpha))


def KerasAdd():
    return KerasFunction(lambda parts: functools.reduce(torch.add, parts))


def KerasMultiply():
    return KerasFunction(lambda parts: functools.reduce(torch.mul, parts))


def KerasConcatenate(axis=-1):
    return KerasFunction(lambda parts: torch.cat(list(parts), dim=axis))


def KerasRepeatVector(n):
    return KerasFunction(lambda x: torch.repeat_interleave(x[:, None], n, dim=1))


def KerasRescaling(scale, offset=0.0):
    return KerasFunction(lambda x: torch.add(torch.mul(x, scale), offset))


class KerasDropout(KerasLayer):
    """Draws nothing where it is not trained."""

    def __init__(self, rate):
        super().__init__()
        self.module = torch.nn.Dropout(rate)

    def forward(self, x, training=False):
        return self.module.train(bool(training))(x)


class KerasBatchNormalization(KerasLayer):
    def __init__(self, momentum=0.99, epsilon=0.001):
        super().__init__()
        self.momentum, self.epsilon = momentum, epsilon

    def build(self, shape):
        self.gamma, self.beta = self.add_weight(shape[-1:], "ones"), self.add_weight(shape[-1:], "zeros")
        self.moving_mean = self.add_weight(shape[-1:], "zeros", False)
        self.moving_variance = self.add_weight(shape[-1:], "ones", False)
        self.module = [torch.nn.BatchNorm1d(shape[-1], eps=self.epsilon, momentum=1.0 - self.momentum)]

    def forward(self, x, training=False):
        trained, rows = bool(training and self.trainable), x.reshape(-1, x.shape[-1])
        mean, variance = self.moving_mean.detach().clone(), self.moving_variance.detach().clone()
        weights = {"weight": self.gamma, "bias": self.beta, "running_mean": mean, "running_var": variance}
        out = applied(self.module[0].train(trained), weights, rows)
        if trained:
            # PyTorch keeps the variance of what a batch is drawn from, Keras that of the batch.
            kept = self.momentum * self.moving_variance
            with torch.no_grad():
                self.moving_mean.copy_(mean)
                self.moving_variance.copy_(kept + (variance - kept) * (len(rows) - 1) / len(rows))
        return out.reshape(x.shape)


class KerasLayerNormalization(KerasLayer):
    def __init__(self, epsilon=0.001):
        super().__init__()
        self.epsilon = epsilon

    def build(self, shape):
        self.gamma, self.beta = self.add_weight(shape[-1:], "ones"), self.add_weight(shape[-1:], "zeros")
        self.module = [torch.nn.LayerNorm(shape[-1], eps=self.epsilon)]

    def forward(self, x, training=False):
        return applied(self.module[0], {"weight": self.gamma, "bias": self.beta}, x)


class KerasEmbedding(KerasLayer):
    def __init__(self, input_dim, output_dim):
        super().__init__()
        self.sizes = input_dim, output_dim
        self.module = [torch.nn.Embedding(input_dim, output_dim)]

    def build(self, shape):
        self.embeddings = self.add_weight(self.sizes, name="embeddings")

    def forward(self, x, training=False):
        return applied(self.module[0], {"weight": self.embeddings}, x.long())


def KerasSubtract():
    return KerasMerged(torch.sub)


def KerasMaximum():
    return KerasMerged(torch.maximum)


def KerasMinimum():
    return KerasMerged(torch.minimum)


def KerasMerged(function):
    return KerasFunction(lambda parts: functools.reduce(function, parts))


def KerasAverage():
    return KerasFunction(lambda parts: torch.mean(torch.stack(torch.broadcast_tensors(*parts)), dim=0))


def KerasUnitNormalization(axis=-1):
    return KerasFunction(lambda x: torch.nn.functional.normalize(x, dim=axis, eps=1e-6))


def KerasCropping2D(cropping):
    (top, bottom), (left, right) = [(one, one) if isinstance(one, int) else one for one in two(cropping)]
    narrow = lambda x, axis, first, last: torch.narrow(x, axis, first, x.shape[axis] - first - last)
    return KerasFunction(lambda x: narrow(narrow(x, 1, top, bottom), 2, left, right))


class KerasGroupNormalization(KerasLayer):
    def __init__(self, groups=32, epsilon=0.001):
        super().__init__()
        self.groups, self.epsilon = groups, epsilon

    def build(self, shape):
        self.gamma, self.beta = self.add_weight(shape[-1:], "ones"), self.add_weight(shape[-1:], "zeros")
        self.module = [torch.nn.GroupNorm(shape[-1] if self.groups == -1 else self.groups, shape[-1], eps=self.epsilon)]

    def forward(self, x, training=False):
        return torch.movedim(applied(self.module[0], {"weight": self.gamma, "bias": self.beta}, torch.movedim(x, -1, 1)), 1, -1)
