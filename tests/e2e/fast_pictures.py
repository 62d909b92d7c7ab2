"""What pages show without running anything is kept when it is measured: results of node tests (conform --store), and how far outputs are from
the truth (findings confirm, reduce). The planted worker is wrong in a known way."""
import json
import sqlite3

from _assay import BACKENDS, HOME, assay, check, finish, need_planted_worker, scratch

need_planted_worker()


def rows(query):
    with sqlite3.connect(store) as database:
        return database.execute(query).fetchall()


def errors_of(finding):
    found = rows(f"SELECT json FROM facts WHERE finding = '{finding}' AND aspect = 'errors'")
    return json.loads(found[0][0]) if found else {}


folder = scratch()
store = f"{folder}/pictures.db"

# Node tests: kept by target, filters add up.
r = assay("conform", "--filter", "test_abs*", "--store", store)
if "are not installed" not in r.stderr:
    check("conform keeps", r.returncode == 0, r.stderr)
    assay("conform", "--filter", "test_acos*", "--store", store)
    kept = rows("SELECT kind, name, json FROM documents")
    check("one document per target", [row[:2] for row in kept] == [("conformance", "reference")], kept)
    results = json.loads(kept[0][2])["results"]
    check("both filters are in it", results.get("test_abs") == "passed" and results.get("test_acos") == "passed", results)
    check("a store that cannot be written is an error", assay("conform", "--filter", "test_abs", "--store", f"{folder}/no/such/x.db").returncode == 2)

# Pictures of errors.
trigger = f"{HOME}/tests/faults/triggers/hard-swish-slope.txt"
found = assay("check", trigger, "--seed", "1", "--targets", "planted:hard-swish-slope", "--backend-dir", BACKENDS, "--store", store, "--json")
ids = [row[0] for row in rows("SELECT id FROM findings")]
check("the planted fault is found", len(ids) == 1, (found.stdout, found.stderr))
if ids:
    confirmed = assay("findings", "confirm", ids[0], "--runs", "1", "--store", store, "--backend-dir", BACKENDS)
    picture = errors_of(ids[0])
    check("confirming keeps a picture", picture.get("outputs"), (confirmed.stdout, confirmed.stderr))
    if picture.get("outputs"):
        output = picture["outputs"][0]
        heat = output["heat"]
        check("as many cells as it says", len(heat["values"]) == heat["rows"] * heat["columns"], heat)
        check("no larger than a page can draw", heat["rows"] <= 64 and heat["columns"] <= 64, heat)
        check("something is beyond the bound", output["outside"] > 0 and output["worst"] > 0, output)
        check("every element is counted", sum(output["histogram"]["counts"]) + output["open"] == output["elements"], output)
    reduced = assay("reduce", ids[0], "--time", "30s", "--store", store, "--backend-dir", BACKENDS)
    check("reducing keeps one of the smaller case", errors_of(ids[0]).get("outputs"), (reduced.stdout, reduced.stderr))
    shown = json.loads(assay("findings", "show", ids[0], "--store", store, "--json").stdout)
    check("lists for machines stay short", "errors" not in shown, list(shown))
finish()
