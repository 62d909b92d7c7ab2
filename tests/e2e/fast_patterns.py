"""assay fuzz: chains that optimisers rewrite are in the ordinary mix, counted and repeatable; targets that never come up."""
import json
import os
import tempfile

from _assay import BACKENDS, assay, check, finish

DEAD = """framework = "dead"
description = "a worker that never comes up"
command = ["/bin/false"]

[limits]
memory_mb = 256
wall_s = 5

[accepts]
opsets = [7, 28]

[[mode]]
name = ""
help = "never comes up"
"""


def fuzz(store, targets, *more):
    return assay("fuzz", "--targets", targets, "--store", store, "--backend-dir", BACKENDS, "--seeds", "none", "--seed", "4",
                 "--json", *more)


with tempfile.TemporaryDirectory() as d:
    # --- patterns ---
    runs = [fuzz(f"{d}/{jobs}.db", "planted", "--cases", "400", "--jobs", jobs) for jobs in ("1", "2")]
    a, b = (json.loads(r.stdout or "{}") for r in runs)
    check("the unbroken worker is not blamed", runs[0].returncode == 0, runs[0].stdout[-500:] + runs[0].stderr)
    c = a.get("coverage", {})
    check("a third of the cases or more have a pattern", c.get("pattern_cases", 0) >= 130, c)
    check("some are near misses", 30 <= c.get("near_misses", 0) < c.get("pattern_cases", 0), c)
    check("each pattern is counted by its name", sum(a.get("patterns", {}).values()) >= c.get("pattern_cases", 1), a.get("patterns"))
    check("many different ones", len(a.get("patterns", {})) > 80, len(a.get("patterns", {})))
    check("pairs of operators are counted", c.get("operator_pairs", 0) > 1000, c)
    check("nothing is illegal", a.get("illegal") == 0, a.get("illegal"))
    check("the cases are those of the seed, whatever the jobs", a.get("corpus_hash") and a["corpus_hash"] == b.get("corpus_hash"))

    # --- targets that never come up ---
    os.mkdir(f"{d}/dead")
    open(f"{d}/dead/dead.toml", "w").write(DEAD)
    r = fuzz(f"{d}/dead.db", "dead", "--backend-dir", f"{d}/dead", "--time", "5s")
    check("none comes up: an error that names it, and a remedy",
          r.returncode == 2 and "dead is left out: the worker does not come up" in r.stderr and "try: assay targets" in r.stderr, r.stderr)
    r = fuzz(f"{d}/some.db", "planted,dead", "--backend-dir", f"{d}/dead", "--cases", "20")
    out = json.loads(r.stdout or "{}")
    check("one of two: said, and left out", any(n.startswith("dead is left out") for n in out.get("notes", [])) and
          list(out.get("targets", {})) == ["planted"] and out.get("cases") == 20, r.stdout[-500:] + r.stderr)
finish()
