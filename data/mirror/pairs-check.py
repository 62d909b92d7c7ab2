def agrees(a, b, part):
    """Whether the numbers of `a` are those of `b` (numpy arrays) up to `part` of each and of the largest; NaN and infinities must be where they are there."""
    if isinstance(b, tuple):
        return len(a) == len(b) and all(agrees(x, y, part) for x, y in zip(a, b))
    x, y = np.ravel(a if array(a) is None else array(a)), np.ravel(b)
    if x.shape != y.shape:
        return False
    largest = np.max(np.abs(y[np.isfinite(y)]), initial=0)
    return np.allclose(x, y, rtol=part, atol=part * 1e-3 * largest, equal_nan=True)
