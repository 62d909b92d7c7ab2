"""Helpers of programs that are carried to PyTorch. Only those that a program uses come into it."""
import math
import types

import numpy as np
import torch


def cbrt(x):
    return torch.sign(x) * torch.pow(torch.abs(x), 1.0 / 3.0)


def squared_difference(x, y):
    return torch.square(x - y)


def divide_no_nan(x, y):
    return torch.where(y == 0, torch.zeros_like(x), x / torch.where(y == 0, 1, y))


def multiply_no_nan(x, y):
    return torch.where(y == 0, torch.zeros_like(x), x * y)


def polyval(coefficients, x):
    """Horner's scheme, from the highest power down."""
    x = torch.as_tensor(x)
    value = torch.zeros_like(x)
    for coefficient in coefficients:
        value = value * x + coefficient
    return value


def moments(x, axes, keepdims=False):
    return torch.mean(x, dim=axes, keepdim=keepdims), torch.var(x, dim=axes, correction=0, keepdim=keepdims)


def nan_max(x):
    kept = torch.where(torch.isnan(x), float("-inf"), x)
    return torch.where(torch.isnan(x).all(), float("nan"), kept.max())


def in_top_k(targets, predictions, k):
    wanted = torch.gather(predictions, 1, targets.long()[:, None])
    finite = torch.isfinite(predictions).all(dim=-1)
    return (torch.sum(predictions > wanted, dim=-1) < k) & finite


def filled(shape, value):
    return torch.as_tensor(value).expand(tuple(shape)).clone()


def random_uniform(shape, low=0.0, high=1.0, dtype=torch.float32):
    if not dtype.is_floating_point:
        return torch.tensor(np.random.randint(low, high, tuple(shape)), dtype=dtype)
    return torch.tensor(np.random.uniform(low, high, tuple(shape)), dtype=dtype)


def random_normal(shape, mean=0.0, stddev=1.0, dtype=torch.float32):
    return torch.tensor(np.random.normal(mean, stddev, tuple(shape)), dtype=dtype)


def random_key(seed):
    """A key of JAX: the same one draws the same numbers."""
    return (int(seed),)


def random_split(key, num=2):
    return [key + (k,) for k in range(num)]


def random_normal_by(key, shape=(), dtype=torch.float32):
    return torch.tensor(np.random.default_rng(key).standard_normal(shape), dtype=dtype)


def random_uniform_by(key, shape=(), dtype=torch.float32, low=0.0, high=1.0):
    return torch.tensor(np.random.default_rng(key).uniform(low, high, shape), dtype=dtype)


def random_integers_by(key, shape, low, high, dtype=torch.int32):
    return torch.tensor(np.random.default_rng(key).integers(low, high, shape), dtype=dtype)


def device_scope(name):
    """/cpu:0 and /device:CPU:0 of TensorFlow."""
    return torch.device("cuda" if "GPU" in name.upper() else "cpu")


def imaginary_part(x):
    return x.imag if x.is_complex() else torch.zeros_like(x)


def lax_padding(x, weight, strides, padding, dilation):
    """Pairs of widths per axis of an image, as JAX reads them."""
    if not isinstance(padding, str):
        return [tuple(pair) for pair in padding]
    pairs = []
    for size, kernel, step, gap in zip(x.shape[2:], weight.shape[2:], strides, dilation):
        whole = max((-(-size // step) - 1) * step + (kernel - 1) * gap + 1 - size, 0) if padding == "SAME" else 0
        pairs.append((whole // 2, whole - whole // 2))
    return pairs


def lax_convolution(x, weight, strides, padding, dilation=None, groups=1):
    """x: batch, channels, and one to three axes; weight: out, in, and as many."""
    dilation = dilation or (1,) * len(strides)
    pairs = lax_padding(x, weight, strides, padding, dilation)
    x = torch.nn.functional.pad(x, [width for pair in reversed(pairs) for width in pair])
    convolve = (torch.conv1d, torch.conv2d, torch.conv3d)[len(strides) - 1]
    return convolve(x, weight, stride=tuple(strides), dilation=tuple(dilation), groups=groups)


def cho_factor(x, lower=False):
    return torch.linalg.cholesky(x, upper=not lower), lower


def cho_solve(factor_and_lower, y):
    factor, lower = factor_and_lower
    columns = y[:, None] if y.ndim == 1 else y
    return torch.cholesky_solve(columns, factor, upper=not lower).reshape(y.shape)


def with_item(x, index, value):
    """x with x[index] = value."""
    out = x.clone()
    out[index] = value
    return out


def take(x, index, axis=0):
    index = torch.as_tensor(index, dtype=torch.int64)
    taken = torch.index_select(x, axis, index.flatten())
    return taken.reshape(x.shape[:axis] + index.shape + x.shape[axis % x.ndim + 1:])


def gather_nd(x, index):
    return x[tuple(torch.as_tensor(index).long().movedim(-1, 0))]


def scatter_nd_update(x, index, updates):
    out = x.clone()
    out[tuple(torch.as_tensor(index).long().movedim(-1, 0))] = torch.as_tensor(updates, dtype=x.dtype)
    return out


def scatter_nd_add(x, index, updates):
    return x.index_put(tuple(torch.as_tensor(index).long().movedim(-1, 0)), torch.as_tensor(updates), accumulate=True)


def scatter_nd(index, updates, shape):
    updates = torch.as_tensor(updates)
    return scatter_nd_add(torch.zeros(tuple(shape), dtype=updates.dtype), index, updates)


def split_by(x, sizes, axis=0):
    """Into so many parts, or parts of these sizes, as TensorFlow counts."""
    if isinstance(sizes, int):
        sizes = [x.shape[axis] // sizes] * sizes
    return torch.split(x, [int(k) for k in sizes], dim=axis)


def segment_sum(x, index, count):
    return torch.zeros((count,) + x.shape[1:], dtype=x.dtype).index_add(0, index.long(), x)


def set_difference(x, y, assume_unique=False):
    x = x.flatten() if assume_unique else torch.unique(x)
    return x[~torch.isin(x, y)]


def one_hot(x, count):
    x = torch.as_tensor(x).long()
    return (x[..., None] == torch.arange(count)).float()


def pad(x, paddings, mode="CONSTANT", value=0):
    """A pair of widths per dimension, as numpy counts."""
    pairs = torch.as_tensor(paddings).reshape(-1, 2).tolist()
    if len(pairs) != x.ndim:
        raise ValueError(f"{len(pairs)} pairs of widths for {x.ndim} dimensions")
    if mode.lower() == "constant":
        return torch.nn.functional.pad(x, [width for pair in reversed(pairs) for width in pair], value=value)
    kinds = {"reflect": "reflect", "symmetric": "symmetric", "edge": "edge", "wrap": "wrap"}
    return torch.from_numpy(np.pad(x.detach().numpy(), pairs, mode=kinds[mode.lower()]))


def cholesky(x):
    """NaN where the matrix has no factor, as in JAX."""
    factor, failed = torch.linalg.cholesky_ex(x)
    return torch.where((failed != 0)[..., None, None], torch.full_like(factor, float("nan")), factor)


def svd_of_tensorflow(x, full=False):
    u, s, v = torch.linalg.svd(x, full_matrices=full)
    return s, u, v.mH


def band_part(x, lower, upper):
    rows, columns = torch.arange(x.shape[-2])[:, None], torch.arange(x.shape[-1])
    kept = ((rows - columns <= lower) | (lower < 0)) & ((columns - rows <= upper) | (upper < 0))
    return torch.where(kept, x, 0)


def nearest_neighbours(points, centers, k):
    distances = torch.sum(torch.square(points[:, None, :] - centers[None, :, :]), dim=-1)
    values, index = torch.topk(distances, int(k), largest=False)
    return index, values


def four(value):
    """The height and width of a window, however TensorFlow was given it."""
    return (value, value) if isinstance(value, int) else tuple(value) if len(value) == 2 else tuple(value)[1:3]


def same_padding(x, kernel, strides, dilations=(1, 1), value=0.0):
    """x: batch, channels, height, width, padded the way TensorFlow's SAME does."""
    widths = []
    for size, window, step, spread in zip(x.shape[2:], kernel, strides, dilations):
        total = max((-(-size // step) - 1) * step + (window - 1) * spread + 1 - size, 0)
        widths = [total // 2, total - total // 2] + widths
    return torch.nn.functional.pad(x, widths, value=value)


def conv2d_nhwc(x, filters, strides, padding, dilations=1):
    """x: batch, height, width, channels; filters: height, width, in, out."""
    x = x.permute(0, 3, 1, 2)
    if isinstance(padding, str):
        if padding.upper() == "SAME":
            x = same_padding(x, filters.shape[:2], four(strides), four(dilations))
    else:
        (top, bottom), (first, last) = [tuple(pair) for pair in padding][1:3]
        x = torch.nn.functional.pad(x, (first, last, top, bottom))
    out = torch.nn.functional.conv2d(x, filters.permute(3, 2, 0, 1), stride=four(strides), dilation=four(dilations))
    return out.permute(0, 2, 3, 1)


def conv1d_nwc(x, filters, stride, padding):
    return conv2d_nhwc(x[:, None], filters[None], (1, stride), padding)[:, 0]


def depthwise_conv2d_nhwc(x, filters, strides, padding):
    x = x.permute(0, 3, 1, 2)
    if padding.upper() == "SAME":
        x = same_padding(x, filters.shape[:2], four(strides))
    kernel = filters.permute(2, 3, 0, 1).reshape(-1, 1, *filters.shape[:2])
    return torch.nn.functional.conv2d(x, kernel, stride=four(strides), groups=filters.shape[2]).permute(0, 2, 3, 1)


def conv2d_transpose_nhwc(x, filters, output_shape, strides, padding="SAME"):
    """The gradient of the convolution that would give x from the output."""
    image = torch.zeros(tuple(output_shape), dtype=x.dtype, requires_grad=True)
    return torch.autograd.grad(conv2d_nhwc(image, filters, strides, padding), image, x, create_graph=True)[0]


def max_pool2d_nhwc(x, ksize, strides, padding):
    x = x.permute(0, 3, 1, 2)
    if padding.upper() == "SAME":
        x = same_padding(x, four(ksize), four(strides), value=float("-inf"))
    return torch.nn.functional.max_pool2d(x, four(ksize), four(strides)).permute(0, 2, 3, 1)


def avg_pool2d_nhwc(x, ksize, strides, padding):
    pool = lambda y: torch.nn.functional.avg_pool2d(
        same_padding(y, four(ksize), four(strides)) if padding.upper() == "SAME" else y, four(ksize), four(strides))
    x = x.permute(0, 3, 1, 2)
    return (pool(x) / pool(torch.ones_like(x))).permute(0, 2, 3, 1)


def max_pool_with_argmax_nhwc(x, ksize, strides, padding):
    """Maxima and their places in each image."""
    values, index = torch.nn.functional.max_pool2d(x.permute(0, 3, 1, 2), four(ksize), four(strides), return_indices=True)
    channel = torch.arange(x.shape[3])[:, None, None]
    return values.permute(0, 2, 3, 1), (index * x.shape[3] + channel).permute(0, 2, 3, 1)


def batch_normalization(x, mean, variance, offset, scale, eps):
    factor = torch.rsqrt(variance + eps) * (1.0 if scale is None else scale)
    return x * factor + ((0.0 if offset is None else offset) - mean * factor)


def l2_normalize(x, axis=None, eps=1e-12):
    return x * torch.rsqrt(torch.clamp(torch.sum(torch.square(x), dim=axis, keepdim=True), min=eps))


def standardize(x, axis=-1, eps=1e-05):
    mean, variance = torch.mean(x, dim=axis, keepdim=True), torch.var(x, dim=axis, correction=0, keepdim=True)
    return (x - mean) * torch.rsqrt(variance + eps)


def sigmoid_cross_entropy(labels, logits):
    return torch.nn.functional.binary_cross_entropy_with_logits(logits, labels, reduction="none")


def softmax_cross_entropy(labels, logits):
    return -torch.sum(labels * torch.log_softmax(logits, dim=-1), dim=-1)


def sparse_softmax_cross_entropy(labels, logits):
    return -torch.gather(torch.log_softmax(logits, dim=-1), -1, labels.long()[..., None])[..., 0]


def weighted_loss(losses, kept, weight, reduction):
    """Keras' reductions over samples that count."""
    losses = losses * kept if weight is None else losses * kept * weight
    if reduction == "sum":
        return torch.sum(losses)
    return losses if reduction in (None, "none") else torch.sum(losses) / losses.numel()


class SparseCategoricalCrossentropy:
    def __init__(self, from_logits=False, ignore_class=None, reduction="sum_over_batch_size"):
        self.from_logits, self.ignore_class, self.reduction = from_logits, ignore_class, reduction

    def __call__(self, target, x, sample_weight=None):
        clipped = lambda: torch.clip(x / torch.sum(x, -1, keepdim=True), 1e-7, 1 - 1e-7)
        logs = torch.log_softmax(x, dim=-1) if self.from_logits else torch.log(clipped())
        kept = torch.ones(target.shape, dtype=torch.bool) if self.ignore_class is None else target != self.ignore_class
        picked = torch.gather(logs, -1, torch.where(kept, target, 0).long()[..., None])[..., 0]
        return weighted_loss(-picked, kept, sample_weight, self.reduction)


class CategoricalCrossentropy:
    def __init__(self, from_logits=False, label_smoothing=0.0, reduction="sum_over_batch_size"):
        self.from_logits, self.label_smoothing, self.reduction = from_logits, label_smoothing, reduction

    def __call__(self, target, x, sample_weight=None):
        clipped = lambda: torch.clip(x / torch.sum(x, -1, keepdim=True), 1e-7, 1 - 1e-7)
        logs = torch.log_softmax(x, dim=-1) if self.from_logits else torch.log(clipped())
        target = target * (1.0 - self.label_smoothing) + self.label_smoothing / x.shape[-1]
        return weighted_loss(-torch.sum(target * logs, dim=-1), 1.0, sample_weight, self.reduction)


def as_tensors(tree):
    """Numbers in a structure as tensors: others cannot be derived by."""
    if isinstance(tree, dict):
        return {key: as_tensors(value) for key, value in tree.items()}
    if isinstance(tree, (list, tuple)):
        return type(tree)(as_tensors(value) for value in tree)
    return torch.tensor(tree) if isinstance(tree, float) else tree


def value_and_gradient_of(function, argnums=0):
    return lambda *inputs: torch.func.grad_and_value(function, argnums)(*as_tensors(inputs))[::-1]


def assert_near(x, y, rtol=None, atol=None):
    torch.testing.assert_close(x, y, rtol=1e-6 if rtol is None else rtol, atol=1e-6 if atol is None else atol)


def check_numerics(x, message):
    if not torch.isfinite(x).all():
        raise ValueError(message)
    return x


def each_step(tree, k):
    return None if tree is None else type(tree)(each_step(one, k) for one in tree) if isinstance(tree, (list, tuple)) else tree[k]


def stacked(parts):
    if isinstance(parts[0], (list, tuple)):
        return type(parts[0])(stacked(part) for part in zip(*parts))
    return None if parts[0] is None else torch.stack([torch.as_tensor(part) for part in parts])


def scan(function, init, xs, length=None):
    first = xs
    while isinstance(first, (list, tuple)):
        first = first[0]
    state, out = init, []
    for k in range(length if first is None else first.shape[0]):
        state, part = function(state, each_step(xs, k))
        out.append(part)
    return state, stacked(out)


def cond_of(condition, yes, no, *operands):
    return yes(*operands) if condition else no(*operands)


def fori_loop(lower, upper, body, init):
    for k in range(int(lower), int(upper)):
        init = body(k, init)
    return init


def while_loop(condition, body, init):
    while condition(init):
        init = body(init)
    return init


def while_loop_of(condition, body, values):
    values = list(values)
    while condition(*values):
        values = body(*values)
        values = list(values) if isinstance(values, (list, tuple)) else [values]
    return values


def tree_map(function, tree, *others):
    if isinstance(tree, dict):
        return {key: tree_map(function, tree[key], *[other[key] for other in others]) for key in sorted(tree)}
    if isinstance(tree, (list, tuple)):
        return type(tree)(tree_map(function, *parts) for parts in zip(tree, *others))
    return function(tree, *others)


def tree_leaves(tree):
    leaves = []
    tree_map(leaves.append, tree)
    return leaves


def clip_by_global_norm(tensors, limit):
    norm = torch.sqrt(sum(torch.sum(torch.square(one)) for one in tensors))
    return [one * limit / torch.clamp(norm, min=limit) for one in tensors], norm


def divide_alike(x, y):
    """Integers by integers give integers."""
    whole = not (x.is_floating_point() or x.is_complex())
    return torch.div(x, y, rounding_mode="trunc") if whole else torch.div(x, y)


def initial_weights(shape, bound):
    """Weights that nobody chose."""
    return np.random.RandomState(0).uniform(-bound, bound, shape).astype("float32")


def keras_activation(given):
    """A function by Keras' name for it."""
    if callable(given):
        return given
    named = {"relu": torch.relu, "sigmoid": torch.sigmoid, "tanh": torch.tanh, "softmax": lambda x: torch.softmax(x, -1),
             "gelu": torch.nn.functional.gelu, "elu": torch.nn.functional.elu, "selu": torch.selu,
             "softplus": torch.nn.functional.softplus, "silu": torch.nn.functional.silu, "swish": torch.nn.functional.silu}
    return (lambda x: x) if given in (None, "linear") else named[given]


class KerasLayer(torch.nn.Module):
    """A layer that is built when it is first called."""

    built = False

    def build(self, shape):
        self.built = True

    def add_weight(self, shape=(), initializer="glorot_uniform", trainable=True, name=None, dtype=None):
        shape = (shape,) if isinstance(shape, int) else tuple(shape)
        known = {"zeros": np.zeros, "ones": np.ones}.get(initializer, lambda size: initial_weights(size, 0.05))
        value = known(shape).astype("float32")
        return torch.nn.Parameter(torch.tensor(value, dtype=dtype), requires_grad=trainable)

    def get_weights(self):
        return [weight.detach().numpy() for weight in self.parameters()]

    def __call__(self, x, *rest, **options):
        x = x if isinstance(x, (list, tuple)) else torch.as_tensor(x)
        if not self.built:
            self.build(None if isinstance(x, (list, tuple)) else tuple(x.shape))
            self.built = True
        return super().__call__(x, *rest, **options)


class KerasFunction(KerasLayer):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, x, training=False):
        return self.function(x)


class KerasOptimizer:
    """Gradients go to `change`, which tells how a value moves, by Keras' formulas."""

    def __init__(self, learning_rate):
        self.learning_rate, self.iterations, self.memory = learning_rate, 0, {}

    def step(self, values, gradients):
        self.iterations += 1
        return [v if g is None else v + self.change(k, g) for k, (v, g) in enumerate(zip(values, gradients))]

    def apply_gradients(self, pairs):
        gradients, values = zip(*pairs)
        with torch.no_grad():
            for value, new in zip(values, self.step(values, gradients)):
                value.copy_(new)


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
        return -rate * first / (torch.sqrt(second) + self.epsilon)


def keras_optimizer(given):
    return given if isinstance(given, KerasOptimizer) else {"sgd": KerasSGD, "adam": KerasAdam}[given]()


def keras_loss(given):
    """A function of targets and outputs by Keras' name for it."""
    mse, mae = (lambda y, p: torch.mean((p - y) ** 2)), (lambda y, p: torch.mean(torch.abs(p - y)))
    named = {"mse": mse, "mean_squared_error": mse, "mae": mae, "mean_absolute_error": mae}
    return given if callable(given) else named[given]


class KerasSequential(KerasLayer):
    def __init__(self, layers=()):
        super().__init__()
        self.layers = torch.nn.ModuleList([layer for layer in layers or () if layer is not None])

    def add(self, layer):
        if layer is not None:
            self.layers.append(layer)

    def forward(self, x, training=False):
        for layer in self.layers:
            x = layer(x, training=training) if isinstance(layer, KerasLayer) else layer(x)
        return x

    def compile(self, optimizer="rmsprop", loss=None):
        self.optimizer, self.loss = keras_optimizer(optimizer), keras_loss(loss)

    def fit(self, x, y, epochs=1, batch_size=32, verbose=0, shuffle=True):
        """Batches in their order: shuffled ones are the same only where there is one."""
        x, y, losses = torch.as_tensor(x), torch.as_tensor(y), []
        self(x[:1])
        for _ in range(epochs):
            total = 0.0
            for at in range(0, len(x), batch_size):
                loss = self.loss(y[at:at + batch_size], self(x[at:at + batch_size], training=True))
                weights = [weight for weight in self.parameters() if weight.requires_grad]
                self.optimizer.apply_gradients(zip(torch.autograd.grad(loss, weights), weights))
                total += loss.item() * len(x[at:at + batch_size])
            losses.append(total / len(x))
        return types.SimpleNamespace(history={"loss": losses})

    def evaluate(self, x, y, verbose=0):
        return self.loss(torch.as_tensor(y), self(x)).item()

    def predict(self, x, verbose=0):
        return self(x).detach().numpy()


class KerasDense(KerasLayer):
    def __init__(self, units, activation=None, use_bias=True, dtype=None):
        super().__init__()
        self.units, self.activation, self.use_bias, self.dtype = units, keras_activation(activation), use_bias, dtype

    def build(self, shape):
        self.kernel = self.add_weight((shape[-1], self.units), dtype=self.dtype)
        self.bias = self.add_weight((self.units,), "zeros", dtype=self.dtype) if self.use_bias else None

    def forward(self, x, training=False):
        out = torch.matmul(x, self.kernel)
        return self.activation(out if self.bias is None else out + self.bias)


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


class KerasBatchNormalization(KerasLayer):
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
            mean, variance = torch.mean(x, dim=axes), torch.var(x, dim=axes, correction=0)
            with torch.no_grad():
                self.moving_mean.mul_(self.momentum).add_((1.0 - self.momentum) * mean)
                self.moving_variance.mul_(self.momentum).add_((1.0 - self.momentum) * variance)
        return (x - mean) * torch.rsqrt(variance + self.epsilon) * self.gamma + self.beta


class KerasLayerNormalization(KerasLayer):
    def __init__(self, epsilon=0.001):
        super().__init__()
        self.epsilon = epsilon

    def build(self, shape):
        self.gamma, self.beta = self.add_weight(shape[-1:], "ones"), self.add_weight(shape[-1:], "zeros")

    def forward(self, x, training=False):
        centred = x - torch.mean(x, dim=-1, keepdim=True)
        return centred * torch.rsqrt(torch.var(x, dim=-1, correction=0, keepdim=True) + self.epsilon) * self.gamma + self.beta


class KerasEmbedding(KerasLayer):
    def __init__(self, input_dim, output_dim):
        super().__init__()
        self.embeddings = self.add_weight((input_dim, output_dim))

    def forward(self, x, training=False):
        return self.embeddings[x.long()]


def KerasActivation(activation):
    return KerasFunction(keras_activation(activation))


def KerasFlatten():
    return KerasFunction(lambda x: x.reshape(x.shape[0], -1))


def KerasMaxPooling2D(pool_size=2, strides=None, padding="valid"):
    return KerasFunction(lambda x: max_pool2d_nhwc(x, pool_size, pool_size if strides is None else strides, padding.upper()))


def KerasAveragePooling2D(pool_size=2, strides=None, padding="valid"):
    return KerasFunction(lambda x: avg_pool2d_nhwc(x, pool_size, pool_size if strides is None else strides, padding.upper()))


def KerasGlobalAveragePooling2D():
    return KerasFunction(lambda x: torch.mean(x, dim=(1, 2)))


def KerasReLU():
    return KerasFunction(keras_activation("relu"))


def KerasSoftmax():
    return KerasFunction(keras_activation("softmax"))
