"""@TITLE@ (@LIBRARY@ @VERSION@, issue @ID@). Passes when the bug is there."""
import @MODULE@  # TODO: under the name that the report uses


def test_issue_@ID@():
    seen = None  # TODO: what the library gives
    # TODO: what is right, and why
    print(f"the result is {seen}")
    assert seen == "wrong"  # TODO: the wrong value; not merely "unequal to the right one"
