"""ndtri gives an infinity for what is no probability (jax 0.4.23, issue 20430). Passes when the bug is there."""
from jax.scipy.special import ndtri


def test_issue_20430():
    seen = [float(ndtri(-1.0)), float(ndtri(2.0))]
    print(f"ndtri(-1) and ndtri(2) are {seen}")
    assert seen == [-float("inf"), float("inf")]
