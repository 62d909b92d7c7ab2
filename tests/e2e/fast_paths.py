"""assay fuzz --stage export|construct: planted ways are found and blamed, unbroken ones never; a finding of a way reduces; mistakes."""
import json
import os
import tempfile

from _assay import BACKENDS, assay, check, finish, need_planted_worker

CASES = 600  # the rarest fault needs about a hundred
VALUES = {"wrong", "nan"}  # a wrong weight under a logarithm is a NaN: which of them comes first depends on the machine
need_planted_worker()


def fuzz(stage, targets, store, *more):
    return assay("fuzz", "--stage", stage, "--targets", targets, "--store", store, "--backend-dir", BACKENDS, "--seeds", "none",
                 "--seed", "1", "--jobs", "2", "--quiet", "--json", *more)


with tempfile.TemporaryDirectory(prefix="assay-paths-") as folder:
    for stage, right, wrong, kinds in (
            ("export", "path=saved", "path=drops-attribute", VALUES),
            ("export", "path=saved", "path=reorders-initialisers", VALUES | {"rejected"}),
            ("export", "path=saved", "path=refuses-scalars", {"conversion"}),
            ("export", "path=quant", "path=quant-wrong-zero-point", VALUES),
            ("construct", "layers", "layers=forgets-bias", VALUES)):
        store = os.path.join(folder, wrong + ".db")
        r = fuzz(stage, f"planted:{right},planted:{wrong}", store, "--max-findings", "1", "--cases", str(CASES))
        result = json.loads(r.stdout) if r.returncode in (0, 1) else {"findings": [], "error": r.stderr}
        targets = {f["target"] for f in result["findings"]}
        check(f"{wrong} is found and nobody else is blamed", targets == {f"planted:{wrong}"}, result.get("error", targets))
        check(f"{wrong} as what it is", {f["kind"] for f in result["findings"]} <= kinds, result["findings"])
    reduced = assay("reduce", result["findings"][0]["id"], "--store", store, "--backend-dir", BACKENDS, "--json")
    check("a finding of a way reduces", reduced.returncode == 0 and json.loads(reduced.stdout)["nodes"] <= 2, reduced.stderr)

    r = fuzz("export", "planted:path=saved,planted:path=quant", os.path.join(folder, "right.db"), "--cases", "150")
    check("unbroken ways show nothing", r.returncode == 0, r.stdout[-1500:] + r.stderr)
    check("and run", set(json.loads(r.stdout)["targets"]) == {"planted:path=saved", "planted:path=quant"}, r.stdout[:500])
    r = assay("fuzz", "--resume", "--store", os.path.join(folder, "right.db"), "--backend-dir", BACKENDS, "--cases", "160", "--json", "--quiet")
    check("--resume keeps the stage", r.returncode == 0 and json.loads(r.stdout)["stage"] == "export", r.stdout[-500:] + r.stderr)

    r = assay("fuzz", "--stage", "dance", "--targets", "planted", "--backend-dir", BACKENDS, "--store", os.path.join(folder, "x.db"))
    check("an unknown stage is named", r.returncode == 2 and "export" in r.stderr, r.stderr)
    r = assay("fuzz", "--stage", "construct", "--targets", "opencv", "--store", os.path.join(folder, "x.db"))
    check("a framework without such modes is told", r.returncode == 2 and "opencv" in r.stderr, r.stderr)
finish()
