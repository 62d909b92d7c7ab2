"""Helpers of programs that are carried to any framework: linear algebra."""


class LeastSquares(tuple):
    """What torch.linalg.lstsq gives: a tuple whose first part has a name."""

    @property
    def solution(self):
        return self[0]


def letters_of(x, y, dimensions):
    """What jax.lax.dot_general does, for einsum: axes of the batch come first."""
    (over, over_other), (batch, batch_other) = dimensions
    first, second = list("abcdefgh"[:len(x.shape)]), list("mnopqrst"[:len(y.shape)])
    for one, other in [*zip(over, over_other), *zip(batch, batch_other)]:
        second[other] = first[one]
    rest = [first[k] for k in range(len(first)) if k not in (*over, *batch)]
    rest += [second[k] for k in range(len(second)) if k not in (*over_other, *batch_other)]
    return f"{''.join(first)},{''.join(second)}->{''.join([first[k] for k in batch] + rest)}"
