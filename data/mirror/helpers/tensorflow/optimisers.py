"""Helpers of programs that are carried to TensorFlow: training."""
import math

import tensorflow as tf


class RateGroup(dict):
    """What PyTorch keeps of an optimiser's weights: of it the rate alone, which may be changed."""

    def __init__(self, optimizer):
        super().__init__(lr=float(str(optimizer.learning_rate.numpy())))
        self.optimizer = optimizer

    def __setitem__(self, name, value):
        super().__setitem__(name, value)
        if name == "lr":
            self.optimizer.learning_rate = value


class Optimizer:
    """An optimiser of Keras, given values and gradients step by step."""

    def __init__(self, optimizer, weight_decay=0.0):
        self.optimizer, self.weight_decay, self.steps = optimizer, weight_decay, 0
        self.param_groups = [RateGroup(optimizer)]

    def prepare(self):
        self.steps += 1

    def step(self, values, gradients):
        self.prepare()
        values = list(values)
        pairs = [(tf.convert_to_tensor(g) + self.weight_decay * v if self.weight_decay else g, v) for v, g in zip(values, gradients)]
        self.optimizer.apply_gradients(pairs)
        return values


def SGD(lr=0.001, momentum=0.0, weight_decay=0.0, nesterov=False):
    return Optimizer(tf.keras.optimizers.SGD(lr, momentum=momentum, nesterov=nesterov), weight_decay)


class Corrected(Optimizer):
    """Keras adds its epsilon before the second moment is corrected, PyTorch behind that."""

    def prepare(self):
        super().prepare()
        self.eps = self.optimizer.epsilon if self.steps == 1 else self.eps
        self.optimizer.epsilon = self.eps * math.sqrt(1.0 - self.optimizer.beta_2 ** self.steps)


def Adam(lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.0, amsgrad=False):
    return Corrected(tf.keras.optimizers.Adam(lr, beta_1=betas[0], beta_2=betas[1], epsilon=eps, amsgrad=amsgrad), weight_decay)


def AdamW(lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.01):
    return Corrected(tf.keras.optimizers.AdamW(lr, weight_decay=weight_decay, beta_1=betas[0], beta_2=betas[1], epsilon=eps))


def NAdam(lr=0.002, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.0, momentum_decay=0.004):
    if momentum_decay != 0.004:
        raise SystemExit("no rule for another decay of the momentum")  # no error that a program could expect
    return Optimizer(tf.keras.optimizers.Nadam(lr, beta_1=betas[0], beta_2=betas[1], epsilon=eps), weight_decay)


def RAdam(lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.0):
    raise SystemExit("Keras has no RAdam")  # no error that a program could expect


def RMSprop(lr=0.01, alpha=0.99, eps=1e-08, weight_decay=0.0, momentum=0.0, centered=False):
    """PyTorch adds its epsilon to the root, Keras to what the root is taken of."""
    return Optimizer(tf.keras.optimizers.RMSprop(lr, rho=alpha, momentum=momentum, epsilon=eps * eps, centered=centered), weight_decay)


def Adagrad(lr=0.01, weight_decay=0.0, initial_accumulator_value=0.0, eps=1e-10):
    optimizer = tf.keras.optimizers.Adagrad(lr, initial_accumulator_value=initial_accumulator_value, epsilon=eps * eps)
    return Optimizer(optimizer, weight_decay)


def Adadelta(lr=1.0, rho=0.9, eps=1e-06, weight_decay=0.0):
    return Optimizer(tf.keras.optimizers.Adadelta(lr, rho=rho, epsilon=eps), weight_decay)


def Adamax(lr=0.002, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.0):
    return Optimizer(tf.keras.optimizers.Adamax(lr, beta_1=betas[0], beta_2=betas[1], epsilon=eps), weight_decay)


class Gradients:
    """What a program computes, from its begin on, for those who ask for gradients by the weights of layers."""

    tape = tf.GradientTape(persistent=True)
    tape.__enter__()
    kept = {}


def backward(value, seed=None):
    """Adds the gradients of `value` to those that its weights have, and begins anew."""
    Gradients.tape.__exit__(None, None, None)
    weights = Gradients.tape.watched_variables()
    for weight, gradient in zip(weights, Gradients.tape.gradient(value, weights, output_gradients=seed)):
        if gradient is not None:
            gradient = tf.convert_to_tensor(gradient)
            old = Gradients.kept.get(weight.ref())
            Gradients.kept[weight.ref()] = gradient if old is None else old + gradient
    Gradients.tape = tf.GradientTape(persistent=True)
    Gradients.tape.__enter__()


def gradient_kept(weight):
    return Gradients.kept.get(weight.ref())


def without_gradients(weights):
    for weight in weights:
        Gradients.kept.pop(weight.ref(), None)


def clip_grad_norm(weights, limit):
    known = [weight for weight in ([weights] if isinstance(weights, tf.Variable) else weights) if gradient_kept(weight) is not None]
    clipped, norm = tf.clip_by_global_norm([gradient_kept(weight) for weight in known], limit)
    Gradients.kept.update((weight.ref(), gradient) for weight, gradient in zip(known, clipped))
    return norm


class Trained:
    """An optimiser over weights whose gradients `backward` keeps."""

    def __init__(self, optimizer, weights):
        self.optimizer, self.weights = optimizer, list(weights)
        self.param_groups = optimizer.param_groups

    def zero_grad(self, set_to_none=True):
        without_gradients(self.weights)

    def step(self):
        known = [weight for weight in self.weights if gradient_kept(weight) is not None]
        self.optimizer.step(known, [gradient_kept(weight) for weight in known])


def root(x):
    return tf.sqrt(x)


def value_and_gradient_of(function, argnums=0, has_aux=False):
    def both(*inputs, **options):
        chosen, inputs = [argnums] if isinstance(argnums, int) else list(argnums), list(inputs)
        for k in chosen:
            inputs[k] = tf.nest.map_structure(tf.convert_to_tensor, inputs[k])
            if any(x.dtype.is_integer or x.dtype.is_bool for x in tf.nest.flatten(inputs[k])):
                raise TypeError("gradients are asked for by whole numbers")
        wanted = inputs[argnums] if isinstance(argnums, int) else tuple(inputs[k] for k in chosen)
        with tf.GradientTape() as tape:
            tape.watch(wanted)
            out = function(*inputs, **options)
        value = out[0] if has_aux else out
        if len(tf.convert_to_tensor(value).shape) > 0:
            raise TypeError(f"gradients are those of one number, not of {value.shape}")
        return out, tape.gradient(value, wanted, unconnected_gradients="zero")

    return both


def gradient_of(function, argnums=0, has_aux=False):
    def gradient(*inputs, **options):
        out, gradients = value_and_gradient_of(function, argnums, has_aux)(*inputs, **options)
        return (gradients, out[1]) if has_aux else gradients

    return gradient
