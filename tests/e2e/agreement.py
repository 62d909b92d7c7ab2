"""A real framework against the bounds: random graphs on ONNX Runtime, optimised and not. Every element that lies outside the
certified bounds must be explained by a known deviation of the framework (KNOWN), otherwise a bound is unsound."""
import collections
import json
import os
import re
import subprocess
import tempfile

from _assay import BIN, check, finish, python_of, skip

PYTHON = os.environ.get("ASSAY_ORT_PYTHON", python_of("onnxruntime"))
TOOL = os.environ.get("ASSAY_WRITE_CASES", os.path.join(os.path.dirname(BIN), "tests", "write_cases"))
CASES = int(os.environ.get("ASSAY_AGREEMENT_CASES", "300"))

# Deviations of ONNX Runtime 1.31.1 from the specification's text, one case of each looked at by hand; docs/measurements/conformance.md
# describes them. A graph that contains one of these operators is excused.
KNOWN = {
    "AveragePool": "SAME_UPPER or SAME_LOWER with dilations",
    "DFT": "float64 with float32 twiddle factors",
    "LpPool": "SAME_UPPER or SAME_LOWER with dilations",
    "MatMulInteger": "of an empty inner axis: whatever was in memory, where the text says 0",
    "MaxPool": "SAME_UPPER or SAME_LOWER with dilations",
    "NonZero": "of a scalar gives shape [1,1] where the text says [0,N]",
    "OneHot": "floating-point indices are compared, not cast to int64",
    "Resize": "antialias with align_corners",
    "Shrink": "float64 computed in float32",
}

# Of an empty tensor the reductions leave negative axes as they are: a wrong shape with a 0 in it.
EMPTY_REDUCTIONS = "Reduce"

RUNNER = r'''
import json, os, sys
import numpy as np
import onnxruntime as ort

ort.set_default_logger_severity(4)
NUMPY = {"float32": np.float32, "float64": np.float64, "float16": np.float16, "bool": np.bool_}
NUMPY.update({k: getattr(np, k) for k in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")})
for case in sorted(os.listdir(sys.argv[1]), key=int):
    folder = os.path.join(sys.argv[1], case)
    meta = json.load(open(os.path.join(folder, "case.json")))
    if any(i["dtype"] not in NUMPY for i in meta["inputs"] + meta["outputs"]):
        continue
    feeds = {i["name"]: np.fromfile(os.path.join(folder, f"input_{k}.bin"), NUMPY[i["dtype"]]).reshape(i["shape"])
             for k, i in enumerate(meta["inputs"])}
    for level in (ort.GraphOptimizationLevel.ORT_DISABLE_ALL, ort.GraphOptimizationLevel.ORT_ENABLE_ALL):
        options = ort.SessionOptions()
        options.intra_op_num_threads = 1
        options.graph_optimization_level = level
        try:
            outputs = ort.InferenceSession(os.path.join(folder, "model.onnx"), options).run(None, feeds)
        except Exception as e:
            print(json.dumps({"case": case, "refused": str(e)[:200]}))
            continue
        bad = []
        for j, (got, want) in enumerate(zip(outputs, meta["outputs"])):
            if list(got.shape) != want["shape"]:
                bad.append([want["name"], f"shape {list(got.shape)} instead of {want['shape']}"])
                continue
            y = got.astype(np.float64).ravel()
            lo, hi = (np.fromfile(os.path.join(folder, f"{k}_{j}.bin"), np.float64) for k in ("lo", "hi"))
            nan = np.fromfile(os.path.join(folder, f"nan_{j}.bin"), np.uint8)
            inside = np.where(np.isnan(y), nan > 0, (y >= lo) & (y <= hi) & (nan < 2))
            if not inside.all():
                k = int(np.argmin(inside))
                bad.append([want["name"], f"element {k}: {y[k]!r} outside [{lo[k]!r}, {hi[k]!r}]"])
        print(json.dumps({"case": case, "level": str(level), "bad": bad, "operators": meta["operators"]}))
'''


def suspects_of(result):
    """The operators of a case that are known to deviate in the way that was seen."""
    suspects = sorted(set(result["operators"]) & set(KNOWN))
    empty = all(text.startswith("shape ") and "0" in re.findall(r"\d+", text) for _, text in result["bad"])
    if result["bad"] and empty:
        suspects += sorted({op for op in result["operators"] if op.startswith(EMPTY_REDUCTIONS)})
    return suspects


def main():
    if not os.path.exists(PYTHON):
        skip(f"there is no {PYTHON}; run scripts/setup")
    count, problems, refused, known = 0, [], collections.Counter(), collections.Counter()
    for dtype in ("float32", "float64"):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([TOOL, folder, str(CASES), "17", dtype], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            out = subprocess.run([PYTHON, "-c", RUNNER, folder], check=True, capture_output=True, text=True).stdout
            for line in out.splitlines():
                r = json.loads(line)
                if "refused" in r:
                    refused[r["refused"][:90]] += 1
                    continue
                count += 1
                suspects = suspects_of(r)
                if r["bad"] and suspects:
                    known["+".join(suspects)] += 1
                else:
                    problems += [(dtype, r["case"], r["level"], *b) for b in r["bad"]]
            if problems and os.environ.get("ASSAY_AGREEMENT_KEEP"):
                subprocess.run(["cp", "-r", folder, os.environ["ASSAY_AGREEMENT_KEEP"]], check=False)
                break
    print(f"{count} executions judged, {sum(refused.values())} refused by ONNX Runtime, "
          f"{sum(known.values())} outside the bounds with a known deviation {dict(known)}, {len(problems)} unexplained")
    for reason, times in refused.most_common(int(os.environ.get("ASSAY_AGREEMENT_REFUSALS", "0"))):
        print(f"   refused {times}x: {reason}")
    check("executions are judged", count > 0, refused)
    check("what lies outside the bounds is explained", not problems, "".join("\n   " + " ".join(p) for p in problems[:40]))


main()
finish()
