"""assay finds bugs in deep-learning frameworks. This package holds the program; `main` becomes it."""
import os
import sys


def main():
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "assay")
    # The Python that pip installed this for makes environments, where nothing else is said.
    if sys.executable:
        os.environ.setdefault("ASSAY_PYTHON", sys.executable)
    try:
        os.execv(program, ["assay", *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"assay: {program} cannot be run ({error.strerror}); it must lie unpacked and executable, as pip installs it")
