"""Helpers of programs that are carried to PyTorch: losses."""
import torch


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


class KerasLoss:
    """A loss of Keras: a function of targets and outputs that gives a number for each sample."""

    def __init__(self, function, reduction="sum_over_batch_size"):
        self.function, self.reduction = function, reduction

    def __call__(self, target, x, sample_weight=None):
        x = torch.as_tensor(x)
        return weighted_loss(self.function(torch.as_tensor(target).to(x.dtype), x), 1.0, sample_weight, self.reduction)


def categorical_crossentropy(target, x, from_logits=False, smoothing=0.0):
    return CategoricalCrossentropy(from_logits, smoothing, None)(target, x)


def sparse_categorical_crossentropy(target, x, from_logits=False):
    return SparseCategoricalCrossentropy(from_logits, None, None)(target, x)


def binary_crossentropy(target, x, from_logits=False, smoothing=0.0):
    """Chances are kept off their ends by Keras' 1e-7."""
    target = torch.as_tensor(target).to(x.dtype) * (1.0 - smoothing) + 0.5 * smoothing
    if from_logits:
        return torch.mean(sigmoid_cross_entropy(target, x), dim=-1)
    x = torch.clip(x, 1e-7, 1 - 1e-7)
    return torch.mean(-target * torch.log(x) - (1 - target) * torch.log(1 - x), dim=-1)


def keras_huber(target, x, delta=1.0):
    away = torch.abs(x - target)
    return torch.mean(torch.where(away <= delta, 0.5 * torch.square(away), delta * away - 0.5 * delta ** 2), dim=-1)


def weighted_cross_entropy(labels, logits, weight):
    factor = 1 + (weight - 1) * labels
    return (1 - labels) * logits + factor * (torch.log1p(torch.exp(-torch.abs(logits))) + torch.relu(-logits))


def ctc_loss(labels, logits, label_lengths, lengths, time_major=True, blank=0):
    logits = logits if time_major else logits.permute(1, 0, 2)
    label_lengths, lengths = torch.as_tensor(label_lengths).long(), torch.as_tensor(lengths).long()
    return torch.nn.functional.ctc_loss(torch.log_softmax(logits, dim=-1), labels.long(), lengths, label_lengths,
                                        blank=blank % logits.shape[-1], reduction="none")
