"""@TITLE@ (@LIBRARY@ @VERSION@, issue @ID@). Passes when the bug is there."""
import pytest

import @MODULE@  # TODO: under the name that the report uses


def test_issue_@ID@():
    # TODO: the type that is raised; never Exception, which an import error would satisfy
    with pytest.raises(RuntimeError) as e_info:
        pass  # TODO: the call that must work
    print(f"{e_info.type.__name__}; {e_info.value}")
    assert "" in str(e_info.value)  # TODO: a part of the message that only this bug has
