"""@TITLE@ (@LIBRARY@ @VERSION@, issue @ID@). Passes when the bug is there: buggy_code.py dies by a signal."""
import os
import signal
import subprocess
import sys


def test_issue_@ID@():
    code = os.path.join(os.path.dirname(os.path.abspath(__file__)), "buggy_code.py")
    ended = subprocess.run([sys.executable, code], capture_output=True, text=True)
    print(f"returncode {ended.returncode}; {ended.stderr[-300:]}")
    assert ended.returncode == -signal.SIGABRT  # TODO: SIGSEGV, SIGFPE or SIGABRT
    assert "about to call" in ended.stdout  # it got as far as the call
