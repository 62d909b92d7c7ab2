"""Cases that a compiler gets at once: what is found, and under which id, is what single cases show."""
import os
import tempfile

from _assay import assay, check, finish, need_planted_worker, parsed

need_planted_worker()
MANIFEST = """
framework = "packed"
description = "planted faults in a worker that takes many cases at once"
command = ["{bin}/planted-worker"]

[limits]
memory_mb = 2048
wall_s = 20

[[mode]]
name = ""
help = "unbroken"
slow = true
pack = 16

[[mode]]
name = "*"
help = "faults of tests/faults/faults.def"
slow = true
pack = 16
"""
CASES = 400


def campaign(folder, name, faults, *more, jobs="1"):
    target = "packed:" + "+".join(faults) if faults else "packed"
    r = assay("fuzz", "--targets", target, "--cases", str(CASES), "--seed", "9", "--jobs", jobs, "--seeds", "none", "--json", "--quiet",
              "--backend-dir", folder, "--store", os.path.join(folder, name + ".db"), *more, timeout=900)
    out = parsed(r)
    return out, out.get("targets", {}).get(target, {}), {f["id"] for f in out.get("findings", [])}


def severe(figures):
    """Statuses of which the cases in packs tell as much as single ones: digits are not looked at there."""
    counts = dict(figures.get("statuses", {}))
    counts["ok"] = sum(counts.pop(name, 0) for name in ("ok", "suspicious", "inaccurate"))
    return counts


with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "packed.toml"), "w") as f:
        f.write(MANIFEST)
    for name, faults in {"values": ["hard-swish-slope", "trilu-ignores-k", "elu-ignores-alpha"], "ends": ["segfault-on-scalar", "refuses-negative-axis"]}.items():
        alone, one, ids = campaign(folder, name + "-alone", faults, "--pack", "1")
        packed, many, packed_ids = campaign(folder, name + "-packed", faults)
        check(f"{name}: the same cases", alone.get("corpus_hash") == packed.get("corpus_hash") and alone.get("cases") == CASES, (alone, packed))
        check(f"{name}: all of them run", one.get("cases") == many.get("cases") == CASES, (one, many))
        check(f"{name}: something is found", len(ids) >= 2, ids)
        check(f"{name}: the same findings under the same ids", ids == packed_ids, (ids - packed_ids, packed_ids - ids))
        check(f"{name}: the same statuses", severe(one) == severe(many), (one.get("statuses"), many.get("statuses")))
    _, figures, ids = campaign(folder, "unbroken", [])
    check("an unbroken worker is accused of nothing", not ids and figures.get("cases") == CASES, (ids, figures))
    packed, _, ids = campaign(folder, "two-jobs", ["hard-swish-slope"], jobs="2")
    again, _, same = campaign(folder, "one-job", ["hard-swish-slope"])
    check("the cases do not depend on the jobs", packed.get("corpus_hash") == again.get("corpus_hash"), (packed, again))
    check("nor what is found", ids == same, (ids, same))
finish()
