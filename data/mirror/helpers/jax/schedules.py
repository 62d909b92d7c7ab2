"""Helpers of programs that are carried to JAX: rates that change while a model is trained."""
import math

import numpy as np


def schedule_start(lr):
    return lr


def told_rate(lr):
    return np.float32(lr)


def StepLR(optimizer, step_size, gamma=0.1):
    return Scheduler(optimizer, lambda lr: exponential_decay(lr, step_size, gamma, True))


def ExponentialLR(optimizer, gamma):
    return Scheduler(optimizer, lambda lr: exponential_decay(lr, 1, gamma))


def MultiStepLR(optimizer, milestones, gamma=0.1):
    return Scheduler(optimizer, lambda lr: lambda epoch: lr * gamma ** sum(epoch >= m for m in milestones))


def ConstantLR(optimizer, factor=1.0 / 3, total_iters=5):
    return Scheduler(optimizer, lambda lr: lambda epoch: lr * (factor if epoch < total_iters else 1.0))


def LinearLR(optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5):
    return Scheduler(optimizer, lambda lr: polynomial_decay(lr * start_factor, total_iters, lr * end_factor))


def PolynomialLR(optimizer, total_iters=5, power=1.0):
    return Scheduler(optimizer, lambda lr: polynomial_decay(lr, total_iters, 0.0, power))


class CosineAnnealingLR(Scheduler):
    """Behind its end the rate grows again."""

    def __init__(self, optimizer, T_max, eta_min=0.0):
        super().__init__(optimizer, lambda lr: lambda epoch: eta_min + (lr - eta_min) * 0.5 * (1.0 + math.cos(math.pi * epoch / T_max)))


def exponential_decay(lr, steps, rate, staircase=False):
    return lambda step: np.float32(lr * rate ** (step // steps if staircase else step / steps))


def cosine_decay(lr, steps, alpha=0.0):
    return lambda step: np.float32(lr * ((1.0 - alpha) * 0.5 * (1.0 + math.cos(math.pi * min(step, steps) / steps)) + alpha))


def polynomial_decay(lr, steps, end=0.0001, power=1.0):
    return lambda step: np.float32((lr - end) * (1.0 - min(step, steps) / steps) ** power + end)


def piecewise_decay(boundaries, values):
    return lambda step: np.float32(values[sum(step > end for end in boundaries)])
