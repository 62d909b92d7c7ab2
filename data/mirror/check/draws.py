# The same numbers by chance in every framework: the n-th draw of a program gives the same values whoever is asked, so that two programs
# that draw their inputs can be held against each other. A draw that is repeated (the same seed again, the same key of JAX) is the same draw. Weights
# that a layer draws by itself are numbers by their shape, biases zero: helpers of the twin make them in the source's layout, so both have the same
# ones, and what is laid out otherwise shows.
import sys

import numpy as np

SEED, WEIGHT = 3728984 + ("shaken" in MODES), 0.1
drawn = [0]
keys = set()  # of JAX, which are numbers to look at
numbers = {}  # of draws that can be repeated: by seed and place, or by key
common = {"seed": None, "place": 0}


def number_of(source):
    """Which draw it is; `source` is a generator's seed and place, a key, or None for what all share."""
    if source is None and common["seed"] is not None:
        source = ("common", common["seed"], common["place"])
        common["place"] += 1
    if source in numbers:
        return numbers[source]
    drawn[0] += 1
    if source is not None:
        numbers[source] = drawn[0]
    return drawn[0]


def seeded(original):
    def seed(value=None, *rest, **more):
        common["seed"], common["place"] = None if value is None else int(value), 0
        return original(value, *rest, **more)
    return seed


def draw(kind, shape, low=0.0, high=1.0, source=None):
    """Numbers that float32 holds: a program in double precision starts from the same."""
    g = np.random.Generator(np.random.PCG64([SEED, number_of(source)]))
    shape = tuple(int(n) for n in np.ravel(np.asarray(shape, dtype=np.int64)))
    if kind == "int":
        return g.integers(int(low), max(int(high), int(low) + 1), shape)
    if kind == "order":
        return g.permutation(int(high))
    values = g.standard_normal(shape) * high + low if kind == "normal" else g.random(shape) * (high - low) + low
    return np.asarray(values, dtype=np.float32)


def picked(probabilities, count, source=None):
    """Places by their probabilities, row by row."""
    rows = np.asarray(probabilities, dtype=np.float64)
    ends = np.cumsum(rows, axis=-1) / np.sum(rows, axis=-1, keepdims=True)
    chance = draw("uniform", rows.shape[:-1] + (count,), source=source)
    return np.minimum((ends[..., None, :] <= chance[..., None]).sum(-1), rows.shape[-1] - 1)


def softened(logits):
    powers = np.exp(np.asarray(logits, dtype=np.float64) - np.max(logits, axis=-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def waiting(shape, source=None):
    """Times that are exponentially distributed."""
    return -np.log1p(-draw("uniform", shape, source=source))


def weights(shape):
    """Of a layer that a helper of the twin makes: no two neighbours alike, in any direction."""
    shape = tuple(int(n) for n in shape)
    count = int(np.prod(shape)) if len(shape) > 1 else 0
    values = WEIGHT * (0.5 + (np.arange(count) * 7919 % 97) / 97).reshape(shape) if count else np.zeros(shape)
    return np.asarray(values, dtype=np.float32).astype(np.float64 if "wide" in MODES else np.float32)


def sizes(given):
    return given[0] if len(given) == 1 and not isinstance(given[0], (int, np.integer)) else given


def name_of(dtype):
    return str(getattr(dtype, "name", dtype)).replace("torch.", "").replace("<dtype: '", "").replace("'>", "")


def torch_draws(torch):
    def made(values, dtype=None, requires_grad=False, device=None, like=None, **_):
        floating = values.dtype.kind == "f"
        chosen = dtype or (like.dtype if like is not None else torch.get_default_dtype() if floating else torch.int64)
        return torch.tensor(values.tolist(), dtype=chosen).reshape(values.shape).requires_grad_(requires_grad)

    def size(given, rest):
        return rest.pop("size") if "size" in rest else sizes(given)

    places, held = {}, []

    def source(rest):
        """Of a draw by a generator: its seed, and how many it has made before."""
        generator = rest.pop("generator", None)
        if generator is None:
            return None
        held.append(generator)  # so that no other one gets its identity
        places[id(generator)] = places.get(id(generator), -1) + 1
        return ("generator", generator.initial_seed(), places[id(generator)])

    def bernoulli(p, **rest):
        return (torch.tensor(draw("uniform", p.shape, source=source(rest))) < p).to(p.dtype)

    def randint(*given, **rest):
        given, by = list(given), source(rest)
        low = rest.pop("low", given.pop(0) if len(given) > 2 or (len(given) == 2 and not isinstance(given[1], (tuple, list))) else 0)
        high = rest.pop("high", given.pop(0) if given else 1)
        return made(draw("int", rest.pop("size", given[0] if given else ()), low, high, by), **rest)

    def normal(mean=0.0, std=1.0, size=None, **rest):
        if size is not None and isinstance(mean, (int, float)) and isinstance(std, (int, float)):
            return made(draw("normal", size, mean, std), **rest)
        shape = size if size is not None else np.broadcast(np.asarray(mean), np.asarray(std)).shape
        return made(draw("normal", shape), **rest) * std + mean

    def fill(kind):
        def filled(self, *args, **rest):
            first, second = ([*args, *rest.values()] + [None, None])[:2]
            values = draw(kind, self.shape, 0.0 if first is None else first, 1.0 if second is None else second)
            with torch.no_grad():
                return self.copy_(torch.tensor(values))
        return filled

    torch.manual_seed = seeded(torch.manual_seed)
    def drawn_for_programs(name, ours):
        original = getattr(torch, name)

        def call(*given, **rest):
            # PyTorch's own compiler traces some of these, and must get what it expects.
            caller = sys._getframe(1).f_globals.get("__name__", "")
            return original(*given, **rest) if caller.partition(".")[0] == "torch" else ours(*given, **rest)
        setattr(torch, name, call)

    for name, ours in {"randn": lambda *s, **k: made(draw("normal", size(s, k), source=source(k)), **k),
                       "rand": lambda *s, **k: made(draw("uniform", size(s, k), source=source(k)), **k),
                       "randn_like": lambda x, **k: made(draw("normal", x.shape), like=x, **k),
                       "rand_like": lambda x, **k: made(draw("uniform", x.shape), like=x, **k),
                       "randperm": lambda n, **k: made(draw("order", (), 0, n, source(k)), **k),
                       "randint": randint, "normal": normal, "bernoulli": bernoulli}.items():
        drawn_for_programs(name, ours)
    torch.Tensor.normal_, torch.Tensor.uniform_ = fill("normal"), fill("uniform")
    torch.multinomial = lambda p, count, replacement=False, **rest: torch.tensor(picked(p.detach().tolist(), count, source(rest)))

    def exponential(self, lambd=1.0, **rest):
        with torch.no_grad():
            return self.copy_(torch.tensor(waiting(self.shape, source(rest)) / lambd))

    torch.Tensor.exponential_ = exponential

    def weigh(tensor, *_, **__):
        with torch.no_grad():
            return tensor.copy_(torch.tensor(weights(tensor.shape).tolist(), dtype=tensor.dtype).reshape(tensor.shape))

    for name in ("uniform_", "normal_", "trunc_normal_", "xavier_uniform_", "xavier_normal_", "kaiming_uniform_", "kaiming_normal_", "orthogonal_"):
        setattr(torch.nn.init, name, weigh)
    torch.utils.data.RandomSampler.__iter__ = lambda self: iter(range(len(self.data_source)))
    for name in ("xavier_uniform_", "xavier_normal_"):  # imported by name
        setattr(torch.nn.modules.activation, name, weigh)


def tensorflow_draws(tf):
    def made(values, dtype):
        return tf.constant(values, dtype=dtype or (tf.float64 if "wide" in MODES else tf.float32))

    def uniform(shape, minval=0, maxval=None, dtype=None, source=None, **_):
        if dtype is not None and name_of(dtype).startswith(("int", "uint")):
            return tf.constant(draw("int", shape, minval, maxval, source), dtype=dtype)
        return made(draw("uniform", shape, float(minval), 1.0 if maxval is None else float(maxval), source), dtype)

    def normal(shape, mean=0.0, stddev=1.0, dtype=None, source=None, **_):
        return made(draw("normal", shape, mean, stddev, source), dtype)

    def by(seed):
        """A stateless draw is the same for the same seed."""
        return None if seed is None else ("seed", np.asarray(seed).tobytes())

    places, held = {}, []

    def place_of(generator):
        """Its draws follow each other."""
        held.append(generator)
        places[id(generator)] = places.get(id(generator), -1) + 1
        return ("generator", id(generator), places[id(generator)])

    tf.random.set_seed = seeded(tf.random.set_seed)
    tf.random.normal = tf.random.truncated_normal = normal
    tf.random.uniform = uniform
    tf.random.shuffle = lambda value, **_: tf.gather(value, draw("order", (), 0, len(value)))
    tf.random.stateless_normal = lambda shape, seed=None, mean=0.0, stddev=1.0, dtype=None, **_: normal(shape, mean, stddev, dtype, by(seed))
    tf.random.stateless_uniform = lambda shape, seed=None, minval=0, maxval=None, dtype=None, **_: uniform(
        shape, minval, maxval, dtype, by(seed))
    tf.random.stateless_binomial = lambda shape, seed, counts, probs, output_dtype=tf.int32, **_: tf.cast(
        uniform(shape, source=by(seed)) < tf.cast(probs, tf.float32), output_dtype)
    tf.random.experimental.stateless_shuffle = lambda value, seed, **_: tf.gather(value, draw("order", (), 0, len(value), by(seed)))
    tf.random.categorical = lambda logits, num_samples, dtype=None, **_: tf.constant(
        picked(softened(logits), num_samples), dtype=dtype or tf.int64)
    tf.random.stateless_categorical = lambda logits, num_samples, seed, dtype=tf.int64, **_: tf.constant(
        picked(softened(logits), num_samples, by(seed)), dtype=dtype)
    tf.random.stateless_gamma = lambda shape, seed, alpha, beta=None, dtype=tf.float32, **_: tf.constant(waiting(shape, by(seed)), dtype=dtype) * alpha
    generator = tf.random.Generator
    generator.normal = lambda self, shape, mean=0.0, stddev=1.0, dtype=None, **_: normal(shape, mean, stddev, dtype, place_of(self))
    generator.uniform = lambda self, shape, minval=0, maxval=None, dtype=None, **_: uniform(shape, minval, maxval, dtype, place_of(self))
    tf.data.Dataset.shuffle = lambda self, *_, **__: self  # data that are shuffled come in their order
    if "keras" not in TEXT:  # loading it takes longer than most programs
        return
    for name in ("GlorotUniform", "GlorotNormal", "HeUniform", "HeNormal", "LecunUniform", "LecunNormal", "RandomUniform", "RandomNormal", "Orthogonal"):
        if (kind := getattr(tf.keras.initializers, name, None)) is not None:
            kind.__call__ = lambda self, shape, dtype=None, **_: tf.cast(weights(shape), dtype or tf.keras.config.floatx())


def jax_draws(jax):
    import jax.numpy as jnp

    def made(values, dtype):
        return jnp.asarray(values, dtype=dtype) if dtype is not None else jnp.asarray(values, dtype=float if values.dtype.kind == "f" else int)

    def source(key):
        try:
            data = key if not jnp.issubdtype(key.dtype, jax.dtypes.prng_key) else jax.random.key_data(key)
            return ("key", np.asarray(data).tobytes())
        except Exception:  # under a transformation a key has no value
            return None

    def told(original):
        """The keys that it gives are no numbers that anybody computes with."""
        def call(*given, **rest):
            out = original(*given, **rest)
            if not isinstance(out, jax.core.Tracer) and out.dtype == jnp.uint32:
                keys.update(row.tobytes() for row in np.asarray(out).reshape(-1, out.shape[-1]))
            return out
        return call

    for name in ("PRNGKey", "split", "fold_in"):
        setattr(jax.random, name, told(getattr(jax.random, name)))
    jax.random.normal = lambda key, shape=(), dtype=None, **_: made(draw("normal", shape, source=source(key)), dtype)
    jax.random.uniform = lambda key, shape=(), dtype=None, minval=0.0, maxval=1.0, **_: made(
        draw("uniform", shape, float(minval), float(maxval), source(key)), dtype)
    jax.random.bernoulli = lambda key, p=0.5, shape=None, **_: jnp.asarray(
        draw("uniform", np.shape(p) if shape is None else shape, source=source(key))) < p

    def choice(key, a, shape=(), replace=True, p=None, **_):
        values = jnp.arange(a) if isinstance(a, (int, np.integer)) else jnp.asarray(a)
        count = int(np.prod(shape))
        if p is not None:
            index = picked(np.asarray(p), count, source(key))
        elif replace:
            index = draw("int", (count,), 0, len(values), source(key))
        else:
            index = draw("order", (), 0, len(values), source(key))[:count]
        return values[jnp.asarray(index)].reshape(tuple(shape) + values.shape[1:])

    def categorical(key, logits, axis=-1, shape=None, **_):
        logits = np.moveaxis(np.asarray(logits), axis, -1)
        rows = logits.shape[:-1]
        before = () if shape is None else tuple(shape)[:len(shape) - len(rows)]
        drawn = picked(softened(logits), int(np.prod(before)), source(key))
        return jnp.asarray(np.moveaxis(drawn, -1, 0).reshape(before + rows))

    jax.random.choice, jax.random.categorical = choice, categorical
    jax.random.exponential = lambda key, shape=(), dtype=None, **_: made(np.asarray(waiting(shape, source(key)), dtype=np.float32), dtype)

    def permutation(key, x, **_):
        whole = isinstance(x, (int, np.integer))
        order = draw("order", (), 0, x if whole else len(x), source(key))
        return jnp.asarray(order) if whole else jnp.asarray(x)[order]

    jax.random.permutation = permutation
    for name in ("glorot_uniform", "glorot_normal", "he_uniform", "he_normal", "lecun_uniform", "lecun_normal", "uniform", "normal", "orthogonal",
                 "truncated_normal"):
        setattr(jax.nn.initializers, name, lambda *_, **__: lambda key, shape, dtype=None, **___: jnp.asarray(weights(shape), dtype=dtype))
    jax.random.randint = lambda key, shape, minval, maxval, dtype=None, **_: made(draw("int", shape, minval, maxval, source(key)), dtype)


class Stream:
    """A generator of numpy: its draws follow each other; the same seed begins the same ones anew."""

    def __init__(self, seed=None, *_, **__):
        self.seed, self.place = None if seed is None else str(seed), 0

    def take(self, kind, size, low=0.0, high=1.0):
        source = None if self.seed is None else ("stream", self.seed, self.place)
        self.place += 1
        return draw(kind, () if size is None else size, low, high, source)

    def normal(self, loc=0.0, scale=1.0, size=()):
        return self.take("normal", size, loc, scale).astype(np.float64)

    def uniform(self, low=0.0, high=1.0, size=()):
        return self.take("uniform", size, low, high).astype(np.float64)

    def integers(self, low, high=None, size=(), dtype=np.int64, **_):
        return self.take("int", size, 0 if high is None else low, low if high is None else high).astype(dtype)

    def standard_normal(self, size=(), dtype=np.float64, **_):
        return self.normal(size=size).astype(dtype)

    def random(self, size=(), dtype=np.float64, **_):
        return self.uniform(size=size).astype(dtype)

    def rand(self, *size):
        return self.uniform(size=size)

    def randn(self, *size):
        return self.normal(size=size)

    def permutation(self, n):
        order = self.take("order", (), 0, n if isinstance(n, int) else len(n))
        return order if isinstance(n, int) else np.asarray(n)[order]

    randint, random_sample = integers, random


def numpy_draws():
    shared = Stream()
    for name in ("normal", "uniform", "randint", "standard_normal", "random", "random_sample", "rand", "randn", "permutation"):
        setattr(np.random, name, getattr(shared, name))
    np.random.seed = seeded(np.random.seed)
    np.random.default_rng = np.random.RandomState = Stream


def draw_alike():
    numpy_draws()
    for name, change in (("torch", torch_draws), ("tensorflow", tensorflow_draws), ("jax", jax_draws)):
        if name in ROOTS and name in sys.modules:
            change(sys.modules[name])
