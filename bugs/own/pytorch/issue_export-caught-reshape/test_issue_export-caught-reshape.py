"""The older ONNX exporter of a model that catches the error of its own reshape takes the process down.

`test_f` passes while the bug is there, `right_f` once it is mended.
"""
import os
import signal
import subprocess
import sys


def seen():
    """The code that the process ends with; below zero it is a signal."""
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "buggy_code.py")
    ended = subprocess.run([sys.executable, program], capture_output=True, text=True)
    print(ended.stdout[-500:], ended.stderr[-1500:])
    return ended.returncode


def test_f():
    code = seen()
    print('the process ends with', code)
    assert code == -signal.SIGSEGV


def right_f():
    assert seen() == 0
