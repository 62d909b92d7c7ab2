"""binom.pmf is positive outside of its range (jax 0.4.23, issue 19150). Passes when the bug is there."""
from jax.scipy.stats import binom


def test_issue_19150():
    seen = float(binom.pmf(6.5, 5, 0.8))
    # There are at most 5 successes in 5 trials.
    print(f"binom.pmf(6.5, 5, 0.8) is {seen}")
    assert seen > 0
