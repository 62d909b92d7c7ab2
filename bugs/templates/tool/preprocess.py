"""From the bugs of a version to what the tool should test: preprocess.py FOLDER TARGETS

Reads apis_under_test.txt and error_list.txt of FOLDER (one line per bug) and writes one API per line to TARGETS. Leave out what your
tool does not support, and say so: a line "UNSUPPORTED api" on standard output keeps the bug apart from those that were missed.
"""
import os
import sys

SUPPORTED = None  # a set of names, or None for all

folder, targets = sys.argv[1], sys.argv[2]
with open(os.path.join(folder, "apis_under_test.txt")) as file:
    apis = [name for line in file.read().splitlines() for name in line.split(",") if name]
wanted = [name for name in dict.fromkeys(apis) if SUPPORTED is None or name in SUPPORTED]
for name in apis:
    if name not in wanted:
        print(f"UNSUPPORTED {name}")
with open(targets, "w") as file:
    file.writelines(name + "\n" for name in wanted)
