"""Helpers of programs that are carried to JAX where Optax is installed: losses."""
import jax
import jax.numpy as jnp
import optax


def mse_loss(x, target, reduction="mean"):
    return reduced(optax.squared_error(x, target), reduction)


def huber_loss(x, target, reduction="mean", delta=1.0):
    return reduced(optax.huber_loss(x, target, delta=delta), reduction)


def smooth_l1_loss(x, target, reduction="mean", beta=1.0):
    return reduced(optax.huber_loss(x, target, delta=beta) / beta, reduction)


def binary_cross_entropy_with_logits(x, target, reduction="mean", weight=None, positive=None):
    """Optax knows no weight of positive targets; it is put behind, on what they lose."""
    losses = optax.sigmoid_binary_cross_entropy(x, target)
    if positive is not None:
        losses = losses + (positive - 1.0) * target * optax.sigmoid_binary_cross_entropy(x, jnp.ones_like(target))
    return reduced(losses if weight is None else losses * weight, reduction)


def binary_cross_entropy(x, target, reduction="mean", weight=None):
    """Probabilities become logits, as Optax wants them; at 0 and 1 logarithms end at -100. Gradients are PyTorch's own."""
    if not isinstance(x, jax.core.Tracer) and not bool(jnp.all((x >= 0) & (x <= 1))):
        raise ValueError("all elements of input should be between 0 and 1")

    @jax.custom_jvp
    def losses_of(x, target):
        inner = (x > 0) & (x < 1)
        safe = jnp.where(inner, x, 0.5)
        ends = 100.0 * jnp.where(x > 0.5, 1.0 - target, target)
        return jnp.where(inner, optax.sigmoid_binary_cross_entropy(jnp.log(safe) - jnp.log1p(-safe), target), ends)

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
    """Optax adds up one axis; a new one keeps the parts."""
    divergence = optax.losses.kl_divergence_with_log_targets if log_target else optax.losses.kl_divergence
    losses = divergence(x[..., None], target[..., None])
    return jnp.sum(losses) / x.shape[0] if reduction == "batchmean" else reduced(losses, reduction)


def cross_entropy(x, target, weight=None, ignore=-100, reduction="mean", smoothing=0.0):
    """Classes stand in axis 1."""
    x = jnp.moveaxis(x, 1, -1) if x.ndim > 2 else x
    if jnp.issubdtype(target.dtype, jnp.floating):
        target = jnp.moveaxis(target, 1, -1) if target.ndim > 2 else target
        target = optax.smooth_labels(target, smoothing) if smoothing else target
        return reduced(optax.softmax_cross_entropy(x, target if weight is None else target * weight), reduction)
    kept = target != ignore
    safe = jnp.where(kept, target, 0)
    weights = (jnp.ones_like(x[..., 0]) if weight is None else weight[safe]) * kept
    losses = optax.softmax_cross_entropy_with_integer_labels(x, safe) * weights
    if smoothing:
        even = jnp.full_like(x, 1.0 / x.shape[-1]) if weight is None else weight / x.shape[-1]
        smooth = optax.softmax_cross_entropy(x, jnp.broadcast_to(even, x.shape)) * kept
        losses = (1.0 - smoothing) * losses + smoothing * smooth
    return jnp.sum(losses) / jnp.sum(weights) if reduction == "mean" else reduced(losses, reduction)


def sigmoid_cross_entropy(labels, logits):
    return optax.sigmoid_binary_cross_entropy(logits, labels)


def softmax_cross_entropy(labels, logits):
    return optax.softmax_cross_entropy(logits, labels)


def sparse_softmax_cross_entropy(labels, logits):
    return optax.softmax_cross_entropy_with_integer_labels(logits, labels)


def triplet_margin_loss(x, y, negative, margin=1.0, p=2.0, eps=1e-06, reduction="mean"):
    """PyTorch's distances have their epsilon in the difference, Optax's below the root."""
    return reduced(optax.losses.triplet_margin_loss(x + eps, y, negative, norm_degree=p, margin=margin, eps=0.0), reduction)


def cosine_embedding_loss(x, y, target, margin=0.0, reduction="mean"):
    likeness = optax.cosine_similarity(x, y, epsilon=1e-12)
    return reduced(jnp.where(target == 1, 1.0 - likeness, jnp.maximum(likeness - margin, 0)), reduction)


class SparseCategoricalCrossentropy:
    def __init__(self, from_logits=False, ignore_class=None, reduction="sum_over_batch_size"):
        self.from_logits, self.ignore_class, self.reduction = from_logits, ignore_class, reduction

    def __call__(self, target, x, sample_weight=None):
        target, x = jnp.asarray(target), jnp.asarray(x)
        target = target[..., 0] if target.ndim == x.ndim and target.shape[-1] == 1 else target
        kept = jnp.ones(target.shape, bool) if self.ignore_class is None else target != self.ignore_class
        losses = keras_sparse_losses(jnp.where(kept, target, 0), x, self.from_logits)
        return weighted_loss(losses, kept, sample_weight, self.reduction)


class CategoricalCrossentropy:
    def __init__(self, from_logits=False, label_smoothing=0.0, reduction="sum_over_batch_size"):
        self.from_logits, self.label_smoothing, self.reduction = from_logits, label_smoothing, reduction

    def __call__(self, target, x, sample_weight=None):
        losses = keras_class_losses(target, x, self.from_logits, self.label_smoothing)
        return weighted_loss(losses, 1.0, sample_weight, self.reduction)


def cosine_similarity(x, y, axis=1, eps=1e-08):
    return optax.cosine_similarity(x, y, epsilon=eps, axis=axis)


def nll_loss(x, target, weight=None, ignore=-100, reduction="mean"):
    """Where what is given are logarithms of probabilities, the softmax in the loss of Optax changes nothing."""
    if weight is None and x.ndim == 2 and not bool(jnp.any(target == ignore)) and are_logarithms(jax.lax.stop_gradient(x)):
        return reduced(optax.softmax_cross_entropy_with_integer_labels(x, target), reduction)
    losses, weights, _ = class_terms(x, target, weight, ignore)
    return jnp.sum(losses) / jnp.sum(weights) if reduction == "mean" else reduced(losses, reduction)


def are_logarithms(x):
    """Of probabilities that sum up to one; of what has no value yet it is not known."""
    try:
        return bool(jnp.all(jnp.abs(jax.nn.logsumexp(x, axis=1)) < 1e-4))
    except jax.errors.ConcretizationTypeError:
        return False
