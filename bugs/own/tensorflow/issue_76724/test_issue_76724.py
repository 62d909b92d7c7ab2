import os
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def test_f():
    result = subprocess.run([sys.executable, os.path.join(HERE, "buggy_code.py")], capture_output=True, text=True)
    print(result.stderr[-2000:])
    print("return code", result.returncode)
    assert result.returncode == -signal.SIGFPE  # -8
