"""random keys have no itemsize (jax 0.4.16, issue 17761). Passes when the bug is there."""
import jax


def test_issue_17761():
    try:
        seen = f"no error: {jax.random.key(0).itemsize}"
    except NotImplementedError as error:
        seen = f"NotImplementedError; {error}"
    print(seen)
    assert seen.startswith("NotImplementedError")
