# What mathematics leaves open is chosen alike: a vector of an eigenvalue or of a singular value may as well point the other way, and so may a column of Q
# together with its row of R. Real ones are turned so that their weighted sum is positive.
import sys


def as_it_is(vectors, rest):
    """What has no room for a choice: complex ones, what has no vectors, more columns than rows of the other side."""
    return "complex" in name_of(vectors.dtype) or 0 in tuple(vectors.shape) or vectors.shape[-1] != rest


def torch_choices(torch):
    def chosen(original, turned):
        def call(*given, **rest):
            out = original(*given, **rest)
            caller = sys._getframe(1).f_globals.get("__name__", "")
            return out if "out" in rest or caller.partition(".")[0] == "torch" else turned(out)
        return call

    def signs(v):
        weights = torch.sqrt(torch.arange(2, v.shape[-2] + 2, dtype=v.dtype))
        return torch.where((v.detach() * weights[:, None]).sum(-2) < 0, -1, 1).to(v.dtype)

    def eigh(out):
        return out if as_it_is(out[1], out[0].shape[-1]) else type(out)((out[0], out[1] * signs(out[1])[..., None, :]))

    def svd(out):
        if as_it_is(out[0], out[1].shape[-1]) or out[2].shape[-2] != out[1].shape[-1]:
            return out
        s = signs(out[0])
        return type(out)((out[0] * s[..., None, :], out[1], out[2] * s[..., :, None]))

    def qr(out):
        if as_it_is(out[0], out[1].shape[-2]):
            return out
        s = signs(out[0])
        return type(out)((out[0] * s[..., None, :], out[1] * s[..., :, None]))

    for name, turned in (("eigh", eigh), ("svd", svd), ("qr", qr)):
        setattr(torch.linalg, name, chosen(getattr(torch.linalg, name), turned))


def tensorflow_choices(tf):
    def signs(v):
        weights = tf.sqrt(tf.cast(tf.range(v.shape[-2]) + 2, v.dtype))
        return tf.where(tf.reduce_sum(v * weights[:, None], -2) < 0, tf.cast(-1, v.dtype), tf.cast(1, v.dtype))

    def chosen(original, turned):
        def call(*given, **rest):
            out = original(*given, **rest)
            known = isinstance(out, tuple) and all(one.shape.is_fully_defined() for one in out)
            return turned(out) if known else out
        return call

    def eigh(out):
        return out if as_it_is(out[1], out[0].shape[-1]) else (out[0], out[1] * signs(out[1])[..., None, :])

    def svd(out):
        if as_it_is(out[1], out[0].shape[-1]) or out[2].shape[-1] != out[0].shape[-1]:
            return out
        s = signs(out[1])[..., None, :]
        return type(out)(*(out[0], out[1] * s, out[2] * s)) if hasattr(out, "_fields") else (out[0], out[1] * s, out[2] * s)

    def qr(out):
        if as_it_is(out[0], out[1].shape[-2]):
            return out
        s = signs(out[0])
        parts = (out[0] * s[..., None, :], out[1] * s[..., :, None])
        return type(out)(*parts) if hasattr(out, "_fields") else parts

    for name, turned in (("eigh", eigh), ("svd", svd), ("qr", qr)):
        setattr(tf.linalg, name, chosen(getattr(tf.linalg, name), turned))


def jax_choices(jax):
    import jax.numpy as jnp

    def chosen(original, turned):
        def call(*given, **rest):
            out = original(*given, **rest)
            return turned(out) if isinstance(out, tuple) else out
        return call

    def signs(v):
        weights = jnp.sqrt(jnp.arange(2, v.shape[-2] + 2, dtype=v.dtype))
        return jax.lax.stop_gradient(jnp.where((v * weights[:, None]).sum(-2) < 0, -1, 1).astype(v.dtype))

    def eigh(out):
        return out if as_it_is(out[1], out[0].shape[-1]) else type(out)(out[0], out[1] * signs(out[1])[..., None, :])

    def svd(out):
        if as_it_is(out[0], out[1].shape[-1]) or out[2].shape[-2] != out[1].shape[-1]:
            return out
        s = signs(out[0])
        return type(out)(out[0] * s[..., None, :], out[1], out[2] * s[..., :, None])

    def qr(out):
        if as_it_is(out[0], out[1].shape[-2]):
            return out
        s = signs(out[0])
        return type(out)(out[0] * s[..., None, :], out[1] * s[..., :, None])

    for name, turned in (("eigh", eigh), ("svd", svd), ("qr", qr)):
        setattr(jnp.linalg, name, chosen(getattr(jnp.linalg, name), turned))


def choose_alike():
    for name, change in (("torch", torch_choices), ("tensorflow", tensorflow_choices), ("jax", jax_choices)):
        if name in ROOTS and name in sys.modules and "linalg" in TEXT:
            change(sys.modules[name])
