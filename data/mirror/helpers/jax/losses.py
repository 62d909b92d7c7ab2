"""Helpers of programs that are carried to JAX: losses."""
import jax
import jax.numpy as jnp
import jax.scipy


def mse_loss(x, target, reduction="mean"):
    return reduced(jnp.square(x - target), reduction)


def l1_loss(x, target, reduction="mean"):
    return reduced(jnp.abs(x - target), reduction)


def smooth_l1_loss(x, target, reduction="mean", beta=1.0):
    distance = jnp.abs(x - target)
    return reduced(jnp.where(distance < beta, 0.5 * jnp.square(distance) / beta, distance - 0.5 * beta), reduction)


def huber_loss(x, target, reduction="mean", delta=1.0):
    distance = jnp.abs(x - target)
    return reduced(jnp.where(distance <= delta, 0.5 * jnp.square(distance), delta * (distance - 0.5 * delta)), reduction)


def binary_cross_entropy(x, target, reduction="mean", weight=None):
    """Logarithms end at -100, and gradients are PyTorch's own."""
    if not isinstance(x, jax.core.Tracer) and not bool(jnp.all((x >= 0) & (x <= 1))):
        raise ValueError("all elements of input should be between 0 and 1")

    @jax.custom_jvp
    def losses_of(x, target):
        logs = lambda p: jnp.maximum(jnp.log(p), -100.0)
        return -(target * logs(x) + (1.0 - target) * logs(1.0 - x))

    @losses_of.defjvp
    def change_of(values, changes):
        (x, target), (change, other) = values, changes
        moved = (x - target) / jnp.maximum((1.0 - x) * x, 1e-12) * change
        # Targets have a gradient of their own only where logarithms are finite.
        inner = (x > 0) & (x < 1)
        safe = jnp.where(inner, x, 0.5)
        return losses_of(x, target), moved + jnp.where(inner, jnp.log(1.0 - safe) - jnp.log(safe), 0.0) * other

    losses = losses_of(x, jnp.asarray(target, x.dtype))
    return reduced(losses if weight is None else losses * weight, reduction)


def kl_div(x, target, reduction="mean", log_target=False):
    losses = jnp.exp(target) * (target - x) if log_target else jax.scipy.special.xlogy(target, target) - target * x
    return jnp.sum(losses) / x.shape[0] if reduction == "batchmean" else reduced(losses, reduction)


def reduced(loss, reduction="mean"):
    if reduction == "none":
        return loss
    return jnp.sum(loss) if reduction == "sum" else jnp.mean(loss)


def nll_loss(x, target, weight=None, ignore=-100, reduction="mean"):
    losses, weights, _ = class_terms(x, target, weight, ignore)
    return jnp.sum(losses) / jnp.sum(weights) if reduction == "mean" else reduced(losses, reduction)


def class_terms(log_probabilities, target, weight, ignore):
    """Losses and weights per sample; classes stand in axis 1."""
    if log_probabilities.ndim > 2:
        log_probabilities = jnp.moveaxis(log_probabilities, 1, -1)
    kept = target != ignore
    safe = jnp.where(kept, target, 0)
    weight = jnp.ones(log_probabilities.shape[-1], log_probabilities.dtype) if weight is None else weight
    weights = weight[safe] * kept
    picked = jnp.take_along_axis(log_probabilities, safe[..., None], axis=-1)[..., 0]
    smooth = -jnp.sum(log_probabilities * weight, axis=-1) * kept
    return -picked * weights, weights, smooth / log_probabilities.shape[-1]


def cross_entropy(x, target, weight=None, ignore=-100, reduction="mean", smoothing=0.0):
    axis = 1 if x.ndim > 1 else 0
    logs = jax.nn.log_softmax(x, axis=axis)
    if jnp.issubdtype(target.dtype, jnp.floating):
        target = target * (1.0 - smoothing) + smoothing / x.shape[axis]
        losses = -jnp.sum(logs * target * (1.0 if weight is None else weight), axis=axis)
        return reduced(losses, reduction)
    losses, weights, smooth = class_terms(logs, target, weight, ignore)
    losses = (1.0 - smoothing) * losses + smoothing * smooth
    return jnp.sum(losses) / jnp.sum(weights) if reduction == "mean" else reduced(losses, reduction)


def sigmoid_cross_entropy(labels, logits):
    return jnp.maximum(logits, 0) - logits * labels + jnp.log1p(jnp.exp(-jnp.abs(logits)))


def softmax_cross_entropy(labels, logits):
    return -jnp.sum(labels * jax.nn.log_softmax(logits, axis=-1), axis=-1)


def sparse_softmax_cross_entropy(labels, logits):
    return -jnp.take_along_axis(jax.nn.log_softmax(logits, axis=-1), labels[..., None], axis=-1)[..., 0]


def binary_cross_entropy_with_logits(x, target, reduction="mean", weight=None, positive=None):
    factor = 1.0 if positive is None else 1.0 + (positive - 1.0) * target
    losses = (1.0 - target) * x - factor * jax.nn.log_sigmoid(x)
    return reduced(losses if weight is None else losses * weight, reduction)


def weighted_loss(losses, kept, weight, reduction):
    """Keras' reductions over samples that count."""
    losses = losses * kept if weight is None else losses * kept * weight
    if reduction == "sum":
        return jnp.sum(losses)
    return losses if reduction in (None, "none") else jnp.sum(losses) / losses.size


class SparseCategoricalCrossentropy:
    def __init__(self, from_logits=False, ignore_class=None, reduction="sum_over_batch_size"):
        self.from_logits, self.ignore_class, self.reduction = from_logits, ignore_class, reduction

    def __call__(self, target, x, sample_weight=None):
        logs = jax.nn.log_softmax(x, axis=-1) if self.from_logits else jnp.log(jnp.clip(x / jnp.sum(x, -1, keepdims=True), 1e-7, 1 - 1e-7))
        kept = jnp.ones(target.shape, bool) if self.ignore_class is None else target != self.ignore_class
        picked = jnp.take_along_axis(logs, jnp.where(kept, target, 0)[..., None], axis=-1)[..., 0]
        return weighted_loss(-picked, kept, sample_weight, self.reduction)


class CategoricalCrossentropy:
    def __init__(self, from_logits=False, label_smoothing=0.0, reduction="sum_over_batch_size"):
        self.from_logits, self.label_smoothing, self.reduction = from_logits, label_smoothing, reduction

    def __call__(self, target, x, sample_weight=None):
        logs = jax.nn.log_softmax(x, axis=-1) if self.from_logits else jnp.log(jnp.clip(x / jnp.sum(x, -1, keepdims=True), 1e-7, 1 - 1e-7))
        target = target * (1.0 - self.label_smoothing) + self.label_smoothing / x.shape[-1]
        return weighted_loss(-jnp.sum(target * logs, axis=-1), 1.0, sample_weight, self.reduction)


def hinge_embedding_loss(x, target, margin=1.0, reduction="mean"):
    zero = jnp.zeros_like(x)
    return reduced(jnp.where(target != 1, jnp.maximum(margin - x, 0.0), zero) + jnp.where(target != -1, x, zero), reduction)


def margin_ranking_loss(x, y, target, margin=0.0, reduction="mean"):
    return reduced(jnp.maximum(-target * (x - y) + margin, 0), reduction)


def triplet_margin_loss(x, y, negative, margin=1.0, p=2.0, eps=1e-06, reduction="mean"):
    near, far = pairwise_distance(x, y, p, eps), pairwise_distance(x, negative, p, eps)
    return reduced(jnp.maximum(near - far + margin, 0), reduction)


def cosine_embedding_loss(x, y, target, margin=0.0, reduction="mean"):
    likeness = cosine_similarity(x, y, axis=-1)
    return reduced(jnp.where(target == 1, 1.0 - likeness, jnp.maximum(likeness - margin, 0)), reduction)


def soft_margin_loss(x, target, reduction="mean"):
    return reduced(jnp.log1p(jnp.exp(-target * x)), reduction)


def poisson_nll_loss(x, target, log_input=True, eps=1e-08, reduction="mean"):
    return reduced(jnp.exp(x) - target * x if log_input else x - target * jnp.log(x + eps), reduction)


def gaussian_nll_loss(x, target, variance, eps=1e-06, reduction="mean"):
    variance = jnp.maximum(variance, eps)
    return reduced(0.5 * (jnp.log(variance) + jnp.square(x - target) / variance), reduction)


def weighted_cross_entropy(labels, logits, weight):
    factor = 1 + (weight - 1) * labels
    return (1 - labels) * logits + factor * (jnp.log1p(jnp.exp(-jnp.abs(logits))) + jax.nn.relu(-logits))


def BCEWithLogitsLossOf(reduction="mean", weight=None, positive=None):
    return lambda x, target: binary_cross_entropy_with_logits(x, target, reduction, weight, positive)
