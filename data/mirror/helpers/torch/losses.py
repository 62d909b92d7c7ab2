"""Helpers of programs that are carried to PyTorch: losses."""
import torch


def sigmoid_cross_entropy(labels, logits):
    return torch.nn.functional.binary_cross_entropy_with_logits(logits, labels, reduction="none")


def softmax_cross_entropy(labels, logits):
    rows = logits.reshape(-1, logits.shape[-1])
    return torch.nn.functional.cross_entropy(rows, labels.reshape(rows.shape), reduction="none").reshape(logits.shape[:-1])


def sparse_softmax_cross_entropy(labels, logits):
    rows = logits.reshape(-1, logits.shape[-1])
    return torch.nn.functional.cross_entropy(rows, labels.long().reshape(-1), reduction="none").reshape(logits.shape[:-1])


def weighted_loss(losses, kept, weight, reduction):
    """Keras' reductions over samples that count."""
    losses = losses * kept if weight is None else losses * kept * weight
    if reduction == "sum":
        return torch.sum(losses)
    return losses if reduction in (None, "none") else torch.sum(losses) / losses.numel()


def class_losses(x, target, from_logits, smoothing=0.0):
    """Classes stand in the last axis; chances are kept off their ends by Keras' 1e-7. Targets are classes, or chances of them."""
    loss, classes = torch.nn.CrossEntropyLoss(reduction="none", label_smoothing=smoothing), not target.is_floating_point()
    if not from_logits:
        x = torch.log(torch.clip(x / torch.sum(x, -1, keepdim=True), 1e-7, 1 - 1e-7))
        loss = torch.nn.NLLLoss(reduction="none") if classes else loss
    rows, shape = x.reshape(-1, x.shape[-1]), x.shape[:-1]
    return loss(rows, target.long().reshape(-1) if classes else target.to(x.dtype).reshape(rows.shape)).reshape(shape)


class SparseCategoricalCrossentropy:
    def __init__(self, from_logits=False, ignore_class=None, reduction="sum_over_batch_size"):
        self.from_logits, self.ignore_class, self.reduction = from_logits, ignore_class, reduction

    def __call__(self, target, x, sample_weight=None):
        target = torch.as_tensor(target).long()
        target = target[..., 0] if target.ndim == x.ndim else target
        kept = torch.ones(target.shape, dtype=torch.bool) if self.ignore_class is None else target != self.ignore_class
        losses = class_losses(x, torch.where(kept, target, 0), self.from_logits)
        return weighted_loss(losses, kept, sample_weight, self.reduction)


class CategoricalCrossentropy:
    def __init__(self, from_logits=False, label_smoothing=0.0, reduction="sum_over_batch_size"):
        self.from_logits, self.label_smoothing, self.reduction = from_logits, label_smoothing, reduction

    def __call__(self, target, x, sample_weight=None):
        losses = class_losses(x, torch.as_tensor(target).to(x.dtype), self.from_logits, self.label_smoothing)
        return weighted_loss(losses, 1.0, sample_weight, self.reduction)


class KerasLoss:
    """A loss of Keras: a function of targets and outputs that gives a number for each sample."""

    def __init__(self, function, reduction="sum_over_batch_size", *options):
        self.function, self.reduction, self.options = function, reduction, options

    def __call__(self, target, x, sample_weight=None):
        x = torch.as_tensor(x)
        return weighted_loss(self.function(torch.as_tensor(target).to(x.dtype), x, *self.options), 1.0, sample_weight, self.reduction)


def categorical_crossentropy(target, x, from_logits=False, smoothing=0.0):
    return CategoricalCrossentropy(from_logits, smoothing, None)(target, x)


def sparse_categorical_crossentropy(target, x, from_logits=False):
    return SparseCategoricalCrossentropy(from_logits, None, None)(target, x)


def binary_crossentropy(target, x, from_logits=False, smoothing=0.0):
    """Chances are kept off their ends by Keras' 1e-7."""
    target = torch.as_tensor(target).to(x.dtype) * (1.0 - smoothing) + 0.5 * smoothing
    if from_logits:
        return torch.mean(torch.nn.BCEWithLogitsLoss(reduction="none")(x, target), dim=-1)
    return torch.mean(torch.nn.BCELoss(reduction="none")(torch.clip(x, 1e-7, 1 - 1e-7), target), dim=-1)


def keras_huber(target, x, delta=1.0):
    return torch.mean(torch.nn.HuberLoss(reduction="none", delta=delta)(x, target), dim=-1)


def keras_squared_errors(target, x):
    return torch.mean(torch.nn.MSELoss(reduction="none")(x, target), dim=-1)


def keras_absolute_errors(target, x):
    return torch.mean(torch.nn.L1Loss(reduction="none")(x, target), dim=-1)


def keras_divergences(target, x):
    """Chances are kept off zero by Keras' 1e-7."""
    target, x = torch.clip(target, 1e-7, 1.0), torch.clip(x, 1e-7, 1.0)
    return torch.sum(torch.nn.KLDivLoss(reduction="none")(torch.log(x), target), dim=-1)


def keras_poisson_losses(target, x):
    return torch.mean(torch.nn.PoissonNLLLoss(log_input=False, eps=1e-7, reduction="none")(x, target), dim=-1)


def weighted_cross_entropy(labels, logits, weight):
    weight = torch.as_tensor(weight, dtype=logits.dtype)
    return torch.nn.functional.binary_cross_entropy_with_logits(logits, labels, pos_weight=weight, reduction="none")


def ctc_loss(labels, logits, label_lengths, lengths, time_major=True, blank=0):
    logits = logits if time_major else logits.permute(1, 0, 2)
    label_lengths, lengths = torch.as_tensor(label_lengths).long(), torch.as_tensor(lengths).long()
    return torch.nn.functional.ctc_loss(torch.log_softmax(logits, dim=-1), labels.long(), lengths, label_lengths,
                                        blank=blank % logits.shape[-1], reduction="none")
