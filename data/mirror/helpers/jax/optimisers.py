"""Helpers of programs that are carried to JAX: training."""
import jax
import jax.numpy as jnp


class RateGroup(dict):
    """What PyTorch keeps of an optimiser's weights: of it the rate alone, which may be changed."""

    def __init__(self, optimizer):
        super().__init__(lr=optimizer.lr)
        self.optimizer = optimizer

    def __setitem__(self, name, value):
        super().__setitem__(name, value)
        if name == "lr":
            self.optimizer.lr = value


class PlainOptimizer:
    """What all optimisers share: gradients go to `change`, which tells how far a value moves."""

    def __init__(self, lr, weight_decay=0.0):
        self.lr, self.weight_decay, self.steps, self.memory = lr, weight_decay, 0, {}
        self.param_groups = [RateGroup(self)]

    def step(self, values, gradients):
        self.steps, values = self.steps + 1, list(values)
        for k, gradient in enumerate(gradients):
            if gradient is None:
                continue
            new = values[k] - self.change(k, values[k], gradient + self.weight_decay * values[k])
            values[k] = new
        return values


def root(x):
    return jnp.sqrt(x)


def clip_by_global_norm(tensors, limit):
    norm = jnp.sqrt(sum(jnp.sum(jnp.square(one)) for one in tensors))
    return [one * limit / jnp.maximum(norm, limit) for one in tensors], norm


class SGD(PlainOptimizer):
    def __init__(self, lr=0.001, momentum=0.0, dampening=0.0, weight_decay=0.0, nesterov=False):
        super().__init__(lr, weight_decay)
        self.momentum, self.dampening, self.nesterov = momentum, dampening, nesterov

    def change(self, k, value, gradient):
        if self.momentum:
            old = self.memory.get(k)
            self.memory[k] = gradient if old is None else self.momentum * old + (1.0 - self.dampening) * gradient
            gradient = gradient + self.momentum * self.memory[k] if self.nesterov else self.memory[k]
        return self.lr * gradient


class Adam(PlainOptimizer):
    def __init__(self, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.0, amsgrad=False, decoupled=False):
        super().__init__(lr, 0.0 if decoupled else weight_decay)
        self.betas, self.eps, self.decay, self.amsgrad, self.most = betas, eps, weight_decay if decoupled else 0.0, amsgrad, {}

    def change(self, k, value, gradient):
        (a, b), (first, second) = self.betas, self.memory.get(k, (0.0, 0.0))
        first, second = a * first + (1.0 - a) * gradient, b * second + (1.0 - b) * gradient * gradient
        self.memory[k] = first, second
        if self.amsgrad:
            second = self.most[k] = jnp.maximum(self.most.get(k, 0.0), second)
        size = root(second / (1.0 - b ** self.steps)) + self.eps
        return self.lr * self.decay * value + self.lr * first / (1.0 - a ** self.steps) / size


def AdamW(lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.01):
    return Adam(lr, betas, eps, weight_decay, decoupled=True)


class NAdam(PlainOptimizer):
    def __init__(self, lr=0.002, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.0, momentum_decay=0.004):
        super().__init__(lr, weight_decay)
        self.betas, self.eps, self.momentum_decay, self.product = betas, eps, momentum_decay, 1.0

    def step(self, values, gradients):
        ahead = lambda step: self.betas[0] * (1.0 - 0.5 * 0.96 ** (step * self.momentum_decay))
        self.now, self.next = ahead(self.steps + 1), ahead(self.steps + 2)
        self.product *= self.now
        return super().step(values, gradients)

    def change(self, k, value, gradient):
        (a, b), (first, second) = self.betas, self.memory.get(k, (0.0, 0.0))
        first, second = a * first + (1.0 - a) * gradient, b * second + (1.0 - b) * gradient * gradient
        self.memory[k] = first, second
        size = root(second / (1.0 - b ** self.steps)) + self.eps
        move = (1.0 - self.now) * gradient / (1.0 - self.product) + self.next * first / (1.0 - self.product * self.next)
        return self.lr * move / size


class RAdam(PlainOptimizer):
    def __init__(self, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.0):
        super().__init__(lr, weight_decay)
        self.betas, self.eps = betas, eps

    def change(self, k, value, gradient):
        (a, b), (first, second) = self.betas, self.memory.get(k, (0.0, 0.0))
        first, second = a * first + (1.0 - a) * gradient, b * second + (1.0 - b) * gradient * gradient
        self.memory[k] = first, second
        most = 2.0 / (1.0 - b) - 1.0
        length = most - 2.0 * self.steps * b ** self.steps / (1.0 - b ** self.steps)
        move = first / (1.0 - a ** self.steps)
        if length > 5.0:
            known = (length - 4.0) * (length - 2.0) * most / ((most - 4.0) * (most - 2.0) * length)
            move = move * known ** 0.5 * (1.0 - b ** self.steps) ** 0.5 / (root(second) + self.eps)
        return self.lr * move


class RMSprop(PlainOptimizer):
    def __init__(self, lr=0.01, alpha=0.99, eps=1e-08, weight_decay=0.0, momentum=0.0, centered=False):
        super().__init__(lr, weight_decay)
        self.alpha, self.eps, self.momentum, self.centered = alpha, eps, momentum, centered

    def change(self, k, value, gradient):
        square, mean, move = self.memory.get(k, (0.0, 0.0, 0.0))
        square = self.alpha * square + (1.0 - self.alpha) * gradient * gradient
        mean = self.alpha * mean + (1.0 - self.alpha) * gradient
        move = self.momentum * move + gradient / (root(square - mean * mean if self.centered else square) + self.eps)
        self.memory[k] = square, mean, move
        return self.lr * move


class Adagrad(PlainOptimizer):
    def __init__(self, lr=0.01, weight_decay=0.0, initial_accumulator_value=0.0, eps=1e-10):
        super().__init__(lr, weight_decay)
        self.start, self.eps = initial_accumulator_value, eps

    def change(self, k, value, gradient):
        self.memory[k] = self.memory.get(k, self.start) + gradient * gradient
        return self.lr * gradient / (root(self.memory[k]) + self.eps)


class Adadelta(PlainOptimizer):
    def __init__(self, lr=1.0, rho=0.9, eps=1e-06, weight_decay=0.0):
        super().__init__(lr, weight_decay)
        self.rho, self.eps = rho, eps

    def change(self, k, value, gradient):
        square, moved = self.memory.get(k, (0.0, 0.0))
        square = self.rho * square + (1.0 - self.rho) * gradient * gradient
        move = root(moved + self.eps) / root(square + self.eps) * gradient
        self.memory[k] = square, self.rho * moved + (1.0 - self.rho) * move * move
        return self.lr * move


class Adamax(PlainOptimizer):
    def __init__(self, lr=0.002, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.0):
        super().__init__(lr, weight_decay)
        self.betas, self.eps = betas, eps

    def change(self, k, value, gradient):
        (a, b), (first, most) = self.betas, self.memory.get(k, (0.0, 0.0))
        first, most = a * first + (1.0 - a) * gradient, jnp.maximum(b * most, jnp.abs(gradient) + self.eps)
        self.memory[k] = first, most
        return self.lr * first / (1.0 - a ** self.steps) / most


class Gradients:
    """The gradients of weights of layers, by where they are kept."""

    kept = {}


def place_of(weight):
    """The layer that has an array as its weight, and under which name."""
    for module in Module.made:
        for name, value in vars(module).items():
            if value is weight:
                return module, name
    raise SystemExit("no rule for gradients by what is no weight of a layer")  # no error that a program could expect


def drawn_into(weight, initializer):
    place = place_of(weight)
    setattr(*place, initializer(jax.random.key(0), weight.shape, weight.dtype))
    return getattr(*place)


def put_weights(places, values):
    for place, value in zip(places, values):
        setattr(*place, value)


def gradients_by(function, places):
    """The gradients of what a function gives by weights of layers, which it computes once more."""
    old = [getattr(*place) for place in places]

    def of(values):
        put_weights(places, values)
        return jnp.sum(function())

    Module.again = True
    try:
        return jax.grad(of)(old)
    finally:
        Module.again = False
        put_weights(places, old)


def backward(function, seed=None):
    """Adds the gradients of a value to those that weights have."""
    places = [place for module in Module.made for place in module.own_places()]
    seeded = function if seed is None else lambda: function() * seed
    for place, gradient in zip(places, gradients_by(seeded, places)):
        old = Gradients.kept.get(place)
        Gradients.kept[place] = gradient if old is None else old + gradient


def gradient_kept(weight):
    return Gradients.kept.get(place_of(weight))


def without_gradients(places):
    for place in places:
        Gradients.kept.pop(place, None)


class Trained:
    """An optimiser over weights whose gradients `backward` keeps."""

    def __init__(self, optimizer, weights):
        self.optimizer, self.places = optimizer, [place_of(weight) for weight in weights]
        self.param_groups = optimizer.param_groups

    def zero_grad(self, set_to_none=True):
        without_gradients(self.places)

    def step(self):
        gradients = [Gradients.kept.get(place) for place in self.places]
        put_weights(self.places, self.optimizer.step([getattr(*place) for place in self.places], gradients))


def clip_grad_norm(weights, limit):
    places = [place_of(weight) for weight in ([weights] if isinstance(weights, jax.Array) else weights)]
    places = [place for place in places if place in Gradients.kept]
    clipped, norm = clip_by_global_norm([Gradients.kept[place] for place in places], limit)
    Gradients.kept.update(zip(places, clipped))
    return norm
