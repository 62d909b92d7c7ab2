"""Helpers of programs that are carried to any framework: linear algebra."""


class LeastSquares(tuple):
    """What torch.linalg.lstsq gives: a tuple whose first part has a name."""

    @property
    def solution(self):
        return self[0]
