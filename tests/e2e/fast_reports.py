"""Reports of findings: show and every export format, of one finding and of all, good and bad usage."""
import json
import os
import tempfile
import xml.etree.ElementTree as ET

from _assay import BACKENDS, assay, check, finish

# The planted fault `limits-merged` makes Relu and Clip one Clip, so that negative numbers stay.
MODEL = """model ir=8 opset=17
graph small (x: float32[3]) -> (y: float32[3]) {
  lo: float32[] = -5
  hi: float32[] = 5
  r = Relu(x)
  y = Clip(r, lo, hi)
}
"""

with tempfile.TemporaryDirectory() as folder:
    store, model = os.path.join(folder, "f.db"), os.path.join(folder, "small.txt")
    with open(model, "w") as f:
        f.write(MODEL)
    common = ("--store", store, "--backend-dir", BACKENDS)
    r = assay("check", model, "--seed", "1", "--targets", "planted:limits-merged", *common)
    check("the planted fault shows", r.returncode == 1, r.stdout + r.stderr)
    found = json.loads(assay("findings", "list", "--json", *common).stdout or "[]")
    check("one finding is kept", len(found) == 1, found)
    fid = found[0]["id"] if found else "none"

    r = assay("findings", "show", fid, *common)
    for part in ("computes a wrong result", "truth", "Relu → r", "How sure", "assay reduce", "assay locate", "Class"):
        check(f"show says '{part}'", part in r.stdout, r.stdout + r.stderr)
    shown = json.loads(assay("findings", "show", fid, "--json", *common).stdout or "{}")
    check("JSON has both classes and the rule", shown.get("class", {}).get("study") == "F1" and shown["class"].get("atoc")
          and shown["class"].get("rule"), shown.get("class"))

    def export(fmt, *args):
        path = os.path.join(folder, f"out.{fmt}")
        done = assay("findings", "export", *args, "--format", fmt, "--out", path, *common)
        check(f"export {fmt} {args}", done.returncode == 0, done.stderr)
        return open(path).read() if os.path.exists(path) else ""

    for args in ((fid,), ("--all",)):
        for fmt in ("text", "markdown", "html", "json", "sarif", "junit"):
            text = export(fmt, *args)
            check(f"{fmt} {args} names the finding", fid in text and len(text) > 200, text[:200])
        suite = ET.fromstring(export("junit", *args)).find("testsuite")
        case = suite.find("testcase")
        check("junit fails", suite.get("failures") == "1" and case.find("failure") is not None and fid in case.get("name"), case)
        run = json.loads(export("sarif", *args))["runs"][0]
        result = run["results"][0]
        check("sarif points at its rule", run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "F1", result)
        check("sarif has the signature", result["fingerprints"]["assay/signature/v1"] == shown.get("signature"), result)
    one, every = json.loads(export("json", fid)), json.loads(export("json", "--all"))
    check("json: an object, or a list for all", one["id"] == fid and [f["id"] for f in every] == [fid], every)
    check("json has the report", one["report"]["summary"] and one["report"]["sections"], list(one))
    html = export("html", fid)
    svg = html[html.index("<svg"):html.index("</svg>") + 6]
    check("the drawing is well-formed", ET.fromstring(svg) is not None and "Clip" in svg)
    check("the page loads nothing", "src=" not in html and "<link" not in html and "<script" not in html)
    check("markdown has a chart", "```mermaid" in export("markdown", fid))
    r = assay("findings", "export", fid, "--format", "markdown", *common)
    check("without --out it goes to stdout", r.stdout.startswith("# planted:limits-merged"), r.stdout[:100])

    case = os.path.join(folder, "case")
    r = assay("findings", "export", fid, "--out", case, *common)
    check("a case is the default", r.returncode == 0 and os.path.exists(os.path.join(case, "input_0.pb")), r.stderr)
    r = assay("check", os.path.join(case, "model.onnx"), "--inputs", case, "--targets", "planted:limits-merged", "--backend-dir", BACKENDS)
    check("the case shows it again", r.returncode == 1, r.stdout + r.stderr)

    for what, args, word in (
            ("an unknown id", ("show", "f0"), "f0"),
            ("an unknown id in export", ("export", "f0", "--format", "html"), "f0"),
            ("an unknown format", ("export", fid, "--format", "htm"), "did you mean html"),
            ("no id", ("export", "--format", "html"), "--all"),
            ("an id and --all", ("export", fid, "--all", "--format", "html"), "exclude"),
            ("--all of cases", ("export", "--all"), "single finding"),
            ("a place that cannot be written", ("export", fid, "--format", "html", "--out", "/proc/none/x"), "/proc/none/x")):
        r = assay("findings", *args, *common)
        check(f"{what} is bad input", r.returncode == 2 and word in r.stderr, f"{r.returncode}: {r.stderr}")
    r = assay("findings", "export", "--all", "--format", "html", "--store", os.path.join(folder, "none.db"))
    check("a missing store is bad input", r.returncode == 2 and "none.db" in r.stderr, r.stderr)
finish()
