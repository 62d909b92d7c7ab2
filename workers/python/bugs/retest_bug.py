"""Runs one function of a bug's test in this process. assay sends this text with a call of main() behind it to a warm lab.

The files of the bug's folder travel in the text: the sandbox of a lab sees no folder but that of its environment. What happens is told by
how the program ends: fine, or by the exception of the test. A name that the test file does not have ends with LookupError.
"""
import base64
import importlib.util
import os
import sys
import unittest


def load(folder, test_file):
    spec = importlib.util.spec_from_file_location(test_file[:-3].replace("-", "_"), os.path.join(folder, test_file))
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def run_tests(module):
    """All functions and test cases that pytest would collect, in the order of the file."""
    found = 0
    for name, value in list(vars(module).items()):
        if name.startswith("test") and callable(value):
            found += 1
            value()
        elif isinstance(value, type) and issubclass(value, unittest.TestCase):
            found += 1
            for case in unittest.defaultTestLoader.loadTestsFromTestCase(value):
                case.debug()  # raises, in place of collecting what was raised
    if found == 0:
        raise LookupError(f"{module.__file__} has no test")


def main(files, test_file, function):
    folder = os.path.join(os.getcwd(), "bug")
    os.mkdir(folder)
    for name, text in files.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(base64.b64decode(text))
    os.chdir(folder)
    sys.path.insert(0, folder)
    module = load(folder, test_file)
    if function == "":
        run_tests(module)
    elif hasattr(module, function):
        getattr(module, function)()
    else:
        raise LookupError(f"{test_file} has no {function}")
