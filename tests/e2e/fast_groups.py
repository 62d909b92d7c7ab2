"""assay findings: confirm, triage, groups and known bugs, on planted faults."""
import os
import tempfile

from _assay import assay, check, finish, parsed

FAULTS = ["hard-swish-slope", "trilu-ignores-k", "reads-unwritten-memory"]


def write(path, text):
    with open(path, "w") as f:
        f.write(text)
    return path


with tempfile.TemporaryDirectory() as folder:
    common = ["--store", os.path.join(folder, "f.db"), "--backend-dir", "tests/faults/backends"]
    planted = "planted:" + "+".join(FAULTS)
    models = {
        # Two forms of one fault, another fault, and a read of memory that nobody has written to.
        "a": "graph (x: float32[2,3]) -> (y) { h = Neg(x)  y = HardSwish(h) }\n",
        "b": "graph (x: float64[4]) -> (y) { h = HardSwish(x)  y = Neg(h) }\n",
        "c": "graph (x: float32[3,3]) -> (y) { k: int64[] = [1]\n y = Trilu(x, k) }\n",
        "d": "graph (x: float32[9]) -> (y) { y = Softplus(x) }\n",
    }
    for name, text in models.items():
        r = assay("check", write(os.path.join(folder, name + ".txt"), text), "--seed", "3", "--targets", planted, *common)
        check(f"model {name} shows a finding", r.returncode == 1, r.stdout + r.stderr)
    before = parsed(assay("findings", "list", "--json", "--all", *common))
    check("they are findings", len(before) >= 3, before)

    r = assay("findings", "triage", "--jobs", "2", "--json", *common)
    done = parsed(r)
    check("triage works on all", r.returncode == 0 and done.get("left") == 0 and done.get("reduced") == done.get("findings"), r.stdout + r.stderr)
    groups = parsed(assay("findings", "list", "--json", *common))
    check("one group per fault", len(groups) == len(FAULTS), [g["group"] for g in groups])
    check("groups count what is in them", all(len(g["members"]) == g["findings"] and g["count"] >= g["findings"] and g["targets"] == [planted] for g in groups), groups)
    check("a second triage finds nothing to do", parsed(assay("findings", "triage", "--json", *common)).get("worked_on") == 0)
    kinds = {}
    for order in ("severity", "hits"):
        r = assay("findings", "list", "--sort", order, "--json", *common)
        kinds[order] = [(g["kind"], g["count"]) for g in parsed(r)]
        check(f"sorted by {order}, all are there", sorted(kinds[order]) == sorted((g["kind"], g["count"]) for g in groups), kinds)
    check("wrong values are worse than those that change", [kind for kind, _ in kinds["severity"]].index("nondeterministic") == len(groups) - 1
          if "nondeterministic" in dict(kinds["severity"]) else True, kinds)
    check("most hits first", [count for _, count in kinds["hits"]] == sorted((g["count"] for g in groups), reverse=True), kinds)
    check("an unknown order", assay("findings", "list", "--sort", "size", *common).returncode == 2)
    swish = [g for g in groups if "HardSwish" in g["group"]]
    check("both forms are one bug", len(swish) == 1 and swish[0]["count"] == 2, swish)

    soft = [g for g in groups if g.get("confirmation", {}).get("poison", {}).get("verdict") == "reads memory that was never written"]
    check("the read of unwritten memory is told from the rest", len(soft) == 1, groups)
    if soft:
        r = assay("findings", "confirm", soft[0]["id"], "--runs", "2", *common)
        check("confirm says so", r.returncode == 1 and "2 of 2" in r.stdout and "never written" in r.stdout, r.stdout + r.stderr)
    check("groups can be chosen by state", parsed(assay("findings", "list", "--state", "flaky", "--json", *common)) == [])
    check("and by target", len(parsed(assay("findings", "list", "--target", "planted", "--json", *common))) == len(FAULTS))
    r = assay("findings", "list", *common)
    check("people see bugs and raw hits", f"{len(FAULTS)} bugs" in r.stdout and "raw hits" in r.stdout, r.stdout)

    known = os.path.join(folder, "known")
    os.mkdir(known)
    write(os.path.join(known, "swish.toml"), 'title = "wrong slope"\nframework = "planted"\n[signature]\ngraph = "= HardSwish"\n')
    entries = parsed(assay("findings", "known", "--folder", known, "--json", *common))
    check("known bugs are matched", len(entries) == 1 and len(entries[0]["findings"]) >= 1, entries)
    check("and marked", "[known: swish]" in assay("findings", "list", *common).stdout)
    write(os.path.join(known, "bad.toml"), 'title = "x"\nframework = \n')
    r = assay("findings", "known", "--folder", known, *common)
    check("a bad entry is named with its place", r.returncode == 2 and "bad.toml:2" in r.stderr, r.stderr)
    r = assay("findings", "confirm", "nonesuch", *common)
    check("an unknown id is an error", r.returncode == 2, r.stderr)
    r = assay("findings", "confirm", groups[0]["id"], "--runs", "0", *common)
    check("no runs are no confirmation", r.returncode == 2 and "--runs" in r.stderr, r.stderr)
finish()
