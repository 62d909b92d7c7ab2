#!/usr/bin/env python3
"""Writes data/conformance/node-tests.json: which operator each of the official ONNX node tests is about.

  build/envs/onnx-conformance/bin/python scripts/write-node-tests.py

The dashboard sorts results of `assay conform` by operator with it. A test of a single node is about that node; one whose body is
the expansion of a function (test_x_expanded) about the same as test_x; any other about the last node that computes something.
"""
import json
import pathlib
import re

import onnx
from onnx.backend.test import loader

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "data" / "conformance" / "node-tests.json"


def operator(folder):
    nodes = [node for node in onnx.load(folder / "model.onnx").graph.node if node.op_type not in ("Constant", "Identity")]
    return nodes[-1].op_type if nodes else "Identity"


def main():
    tests = {folder.name: operator(folder) for folder in sorted((pathlib.Path(loader.DATA_DIR) / "node").iterdir())
             if (folder / "model.onnx").exists()}
    for name in tests:
        tests[name] = tests.get(re.sub(r"_expanded.*$", "", name), tests[name])
    by_operator = {}
    for name, op in tests.items():
        by_operator.setdefault(op, []).append(name)
    PAGE.write_text(json.dumps(dict(sorted(by_operator.items())), indent=1) + "\n")
    print(f"{len(tests)} tests of {len(by_operator)} operators")


if __name__ == "__main__":
    main()
