STEP = 1e-4  # of double precision: its square and 1e-16 / STEP are both far below what is compared


def doubled(x):
    return double(x) if array(x).dtype.kind == "f" else x


def weights(shape, part):
    return np.random.default_rng(7 + part).uniform(0.5, 1.5, shape)


def direction(shape, place, seed=11):
    return np.random.default_rng([seed, place]).uniform(-1.0, 1.0, shape)


def parts_of(x):
    return [p for y in x for p in parts_of(y)] if isinstance(x, (list, tuple)) else [x]


def total(result):
    """One number made of all floating-point numbers of a result; None where there are none, or complex ones."""
    arrays = [array(p) for p in parts_of(result)]
    if any(a is None or a.dtype.kind == "c" for a in arrays) or not any(a.dtype.kind == "f" for a in arrays):
        return None
    return float(sum(np.sum(a * weights(a.shape, i)) for i, a in enumerate(arrays) if a.dtype.kind == "f"))


def along(run, tensors, seeds):
    """The derivative of total(run(...)) along the sum of those directions, by differences; None where two step widths or the two sides do not agree, or an
    argument is written to."""
    def at(t):
        inputs = [of_numpy(array(x) + t * sum(direction(array(x).shape, i, s) for s in seeds)) if array(x).dtype.kind == "f" else x
                  for i, x in enumerate(tensors)]
        before = [np.array(array(x)) for x in inputs]
        result = total(run(*inputs))
        # What it writes into an argument is part of what differences see, and differentiation does not.
        return result if all(np.array_equal(b, array(x), equal_nan=b.dtype.kind == "f") for b, x in zip(before, inputs)) else None
    here, again, *around = (at(t * STEP) for t in (0, 0, -1, -0.5, 0.5, 1))
    if here is None or here != again or not np.all(np.isfinite([here, *around])):
        return None
    coarse, fine = (around[3] - around[0]) / (2 * STEP), (around[2] - around[1]) / STEP
    bend, half_bend = (around[3] - 2 * here + around[0]) / STEP, (around[2] - 2 * here + around[1]) / (STEP / 2)
    scale = 1 + abs(fine)
    return fine if abs(coarse - fine) <= 1e-5 * scale and abs(bend - 2 * half_bend) <= 1e-4 * scale else None


def measured(run, tensors):
    """The derivative of total(run(...)) along `direction`, by differences; None where there is none beyond doubt: steps, kinks, chance."""
    if any(array(x).dtype.kind == "c" for x in tensors) or not any(array(x).dtype.kind == "f" for x in tensors):
        return None
    one, other, both = (along(run, tensors, seeds) for seeds in ((11,), (12,), (11, 12)))
    # A derivative is linear: the middle one of equal numbers has slopes in every direction, and none that is.
    return None if None in (one, other, both) or abs(one + other - both) > 1e-4 * (1 + abs(one) + abs(other)) else one
