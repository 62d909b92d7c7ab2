"""Helpers of programs that are carried to JAX where Optax is installed: rates that change while a model is trained."""
import optax


def StepLR(optimizer, step_size, gamma=0.1):
    return Scheduler(optimizer, lambda lr: optax.exponential_decay(lr, step_size, gamma, staircase=True))


def ExponentialLR(optimizer, gamma):
    return Scheduler(optimizer, lambda lr: optax.exponential_decay(lr, 1, gamma))


def MultiStepLR(optimizer, milestones, gamma=0.1):
    return Scheduler(optimizer, lambda lr: optax.piecewise_constant_schedule(lr, {m: gamma for m in milestones}))


def ConstantLR(optimizer, factor=1.0 / 3, total_iters=5):
    return Scheduler(optimizer, lambda lr: optax.piecewise_constant_schedule(lr * factor, {total_iters: 1.0 / factor}))


def LinearLR(optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5):
    return Scheduler(optimizer, lambda lr: optax.linear_schedule(lr * start_factor, lr * end_factor, total_iters))


def PolynomialLR(optimizer, total_iters=5, power=1.0):
    return Scheduler(optimizer, lambda lr: optax.polynomial_schedule(lr, 0.0, power, total_iters))


class CosineAnnealingLR(TurningScheduler):
    def __init__(self, optimizer, T_max, eta_min=0.0):
        super().__init__(optimizer, T_max, lambda lr: optax.cosine_decay_schedule(lr, T_max, eta_min / lr))


def exponential_decay(lr, steps, rate, staircase=False):
    return optax.exponential_decay(lr, steps, rate, staircase=staircase)


def cosine_decay(lr, steps, alpha=0.0):
    return optax.cosine_decay_schedule(lr, steps, alpha)


def polynomial_decay(lr, steps, end=0.0001, power=1.0):
    return optax.polynomial_schedule(lr, end, power, steps)


def piecewise_decay(boundaries, values):
    """A boundary of Keras is the last step of what stands before it."""
    factors = {int(end) + 1: after / before for end, before, after in zip(boundaries, values, values[1:])}
    return optax.piecewise_constant_schedule(values[0], factors)
