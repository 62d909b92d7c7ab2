"""Helpers of programs that are carried to PyTorch: losses of Keras."""
import math

import torch


def keras_loss(given):
    """A function of targets and outputs by Keras' name for it."""
    named = {"mse": torch.nn.MSELoss, "mean_squared_error": torch.nn.MSELoss, "mae": torch.nn.L1Loss, "mean_absolute_error": torch.nn.L1Loss}
    return given if callable(given) else (lambda target, x: named[given]()(x, target))


def keras_cosine_losses(y_true, y_pred, axis=-1):
    return -torch.nn.CosineSimilarity(dim=axis)(torch.as_tensor(y_true, dtype=y_pred.dtype), y_pred)


def keras_signs(y_true):
    """Targets of 0 and 1 mean -1 and 1."""
    y_true = torch.as_tensor(y_true)
    return 2 * y_true - 1 if bool(((y_true == 0) | (y_true == 1)).all()) else y_true


def keras_hinge_losses(y_true, y_pred):
    return torch.clamp(1.0 - keras_signs(y_true) * y_pred, min=0.0).mean(-1)


def keras_squared_hinge_losses(y_true, y_pred):
    return torch.clamp(1.0 - keras_signs(y_true) * y_pred, min=0.0).square().mean(-1)


def keras_log_cosh_losses(y_true, y_pred):
    distance = torch.as_tensor(y_pred) - torch.as_tensor(y_true)
    return (distance + torch.nn.functional.softplus(-2.0 * distance) - math.log(2.0)).mean(-1)


def keras_log_errors(y_true, y_pred):
    logs = [torch.log1p(torch.clamp(torch.as_tensor(one), min=1e-07)) for one in (y_true, y_pred)]
    return torch.square(logs[0] - logs[1]).mean(-1)


class KerasOwnLoss(torch.nn.Module):
    """What a loss of the program's own gives per row, as their mean."""

    def __init__(self, name=None, reduction="sum_over_batch_size"):
        super().__init__()
        self.reduction = reduction

    def __call__(self, y_true, y_pred):
        losses = self.call(torch.as_tensor(y_true), torch.as_tensor(y_pred))
        return torch.sum(losses) if self.reduction == "sum" else losses if self.reduction in (None, "none") else torch.mean(losses)
