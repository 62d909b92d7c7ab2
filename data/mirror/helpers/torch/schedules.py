"""Helpers of programs that are carried to PyTorch: rates that change while a model is trained."""
import torch


class RateCurve:
    """What Keras' schedules are: the rate of a step, from a scheduler of PyTorch that has made so many."""

    def __init__(self, lr, make):
        self.lr, self.make = lr, make

    def __call__(self, step):
        optimizer = torch.optim.SGD([torch.zeros(1)], lr=self.lr)
        scheduler = self.make(optimizer)
        for _ in range(int(step)):
            optimizer.step()
            scheduler.step()
        return torch.tensor(scheduler.get_last_lr()[0])


def exponential_decay(lr, steps, rate, staircase=False):
    if staircase:
        return RateCurve(lr, lambda optimizer: torch.optim.lr_scheduler.StepLR(optimizer, steps, rate))
    return RateCurve(lr, lambda optimizer: torch.optim.lr_scheduler.ExponentialLR(optimizer, rate ** (1.0 / steps)))


def cosine_decay(lr, steps, alpha=0.0):
    curve = RateCurve(lr, lambda optimizer: torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps, lr * alpha))
    return lambda step: curve(min(int(step), steps))


def polynomial_decay(lr, steps, end=0.0001, power=1.0):
    curve = RateCurve(lr - end, lambda optimizer: torch.optim.lr_scheduler.PolynomialLR(optimizer, steps, power))
    return lambda step: curve(step) + end


def piecewise_decay(boundaries, values):
    """A boundary of Keras is the last step of what stands before it."""
    factors = {int(end) + 1: after / before for end, before, after in zip(boundaries, values, values[1:])}
    return RateCurve(values[0], lambda optimizer: torch.optim.lr_scheduler.MultiplicativeLR(optimizer, lambda epoch: factors.get(epoch, 1.0)))
