"""From the tool's own log to findings: postprocess.py LOG

Prints one line per finding. This one takes lines "API: ExceptionType: message"; replace read() by what your tool writes.
"""
import json
import re
import sys


def read(line):
    found = re.match(r"([\w.]+): (\w+(?:Error|Exception)): (.*)", line)
    if found is None:
        return None
    return {"api": found[1], "kind": "exception", "exception": found[2], "message": found[3]}


with open(sys.argv[1], errors="replace") as file:
    for finding in filter(None, map(read, file)):
        print("FINDING " + json.dumps(finding))
