"""beta has no sign (jax 0.4.26, issue 20587). Passes when the bug is there."""
from jax.scipy.special import beta


def test_issue_20587():
    seen = float(beta(-0.75, 15.0))
    # gamma(-0.75) is negative, the two others are positive.
    print(f"beta(-0.75, 15) is {seen}")
    assert seen > 0
