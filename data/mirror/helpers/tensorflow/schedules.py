"""Helpers of programs that are carried to TensorFlow: rates that change while a model is trained."""
import tensorflow as tf


def schedule_start(lr):
    return tf.constant(lr, tf.float64)


def told_rate(lr):
    return lr


def StepLR(optimizer, step_size, gamma=0.1):
    return Scheduler(optimizer, lambda lr: tf.keras.optimizers.schedules.ExponentialDecay(lr, step_size, gamma, staircase=True))


def ExponentialLR(optimizer, gamma):
    return Scheduler(optimizer, lambda lr: tf.keras.optimizers.schedules.ExponentialDecay(lr, 1, gamma))


def MultiStepLR(optimizer, milestones, gamma=0.1):
    """A boundary of Keras is the last step of what stands before it."""
    ends, powers = [m - 1 for m in sorted(milestones)], range(len(milestones) + 1)
    return Scheduler(optimizer, lambda lr: tf.keras.optimizers.schedules.PiecewiseConstantDecay(ends, [lr * gamma ** k for k in powers]))


def ConstantLR(optimizer, factor=1.0 / 3, total_iters=5):
    return Scheduler(optimizer, lambda lr: tf.keras.optimizers.schedules.PiecewiseConstantDecay([total_iters - 1], [lr * factor, lr]))


def LinearLR(optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5):
    return Scheduler(optimizer, lambda lr: tf.keras.optimizers.schedules.PolynomialDecay(lr * start_factor, total_iters, lr * end_factor))


def PolynomialLR(optimizer, total_iters=5, power=1.0):
    return Scheduler(optimizer, lambda lr: tf.keras.optimizers.schedules.PolynomialDecay(lr, total_iters, 0.0, power))


class CosineAnnealingLR(TurningScheduler):
    def __init__(self, optimizer, T_max, eta_min=0.0):
        super().__init__(optimizer, T_max, lambda lr: tf.keras.optimizers.schedules.CosineDecay(lr, T_max, alpha=eta_min / lr))


def CosineAnnealingWarmRestarts(optimizer, T_0, T_mult=1, eta_min=0.0):
    make = lambda lr: tf.keras.optimizers.schedules.CosineDecayRestarts(lr, T_0, t_mul=float(T_mult), m_mul=1.0, alpha=eta_min / lr)
    return Scheduler(optimizer, make)
