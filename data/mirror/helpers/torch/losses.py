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
