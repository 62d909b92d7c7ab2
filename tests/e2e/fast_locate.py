"""`assay locate` on frameworks whose faults are known: a fake one with switches, and the planted worker."""
import contextlib
import json
import sqlite3
import tempfile

from _assay import BACKENDS, HOME, assay, check, finish, need_environment

FAKES = f"{HOME}/tests/fakes/switches"
RELU = f"{HOME}/tests/fakes/relu.onnx"


def find(store, *args):
    """The id of the one finding that this run puts in the store."""
    assay(*args, "--store", store)
    found = json.loads(assay("findings", "list", "--store", store, "--json").stdout or "[]")
    return found[-1]["id"] if found else "none"


def locate(store, finding, *args):
    r = assay("locate", finding, "--store", store, "--json", *args)
    check(f"locate {finding} answers", r.returncode == 0, r.stderr)
    return json.loads(r.stdout or "{}")


need_environment("onnxruntime")  # whose Python the fake framework uses

with tempfile.TemporaryDirectory() as folder:
    answers = {}
    for mode in ("on", "pair", "needs", "kernel"):
        store = f"{folder}/{mode}.db"
        finding = find(store, "check", RELU, "--targets", f"switchy:{mode}", "--backend-dir", FAKES)
        answers[mode] = locate(store, finding, "--backend-dir", FAKES)
    x = answers["on"]
    check("the culprit is named", x["optimisers"] == ["fold"], x)
    check("the ladder is climbed", "step=rewrite" in x["optimiser_how"] and "right in step=parse" in x["optimiser_how"], x)
    check("optimisation decides", "only with optimisation on" in x["mode_summary"] and "switchy:off is right" in x["mode_summary"], x)
    shows = {m["target"]: m["shows"] for m in x["modes"]}
    check("all modes were tried", shows == {"switchy:off": False, "switchy:on": True}, shows)
    check("the wrong tensor", x["first_wrong"]["op"] == "Relu" and x["first_wrong"]["node"] == 0, x)
    check("two at once", answers["pair"]["optimisers"] == ["fold", "fuse"], answers["pair"])
    check("what does not run is no cure", answers["needs"]["optimisers"] == ["fuse"], answers["needs"])
    check("nobody is blamed for nothing", answers["kernel"]["optimisers"] == [] and "shown with all off (optimiser, 4 tried)" in answers["kernel"]["optimiser_how"], answers["kernel"])

    # The fact is kept, what one run learns does not forget what another has learnt.
    store = f"{folder}/on.db"
    finding = x["id"]
    r = assay("locate", finding, "--modes", "--store", store, "--backend-dir", FAKES)
    check("one question alone, as text", r.returncode == 0 and "fold" in r.stdout and "switchy:off" in r.stdout, r.stdout + r.stderr)
    shown = json.loads(assay("findings", "show", finding, "--store", store, "--json").stdout)
    check("kept as a fact", shown["location"]["optimisers"] == ["fold"] and shown["state"] == "located", shown.get("location"))
    check("in its history", shown["history"][-1]["event"] == "located", shown["history"])
    r = assay("locate", finding, "--versions", "--store", store, "--backend-dir", FAKES)
    check("no package, no versions", r.returncode == 2 and "not installed from a package" in r.stderr, r.stderr)

    # The unbroken planted worker is right, the broken one is not: a mode of its own.
    store = f"{folder}/planted.db"
    assay("zoo", "build", folder, "--model", "lenet5-mnist")
    finding = find(store, "check", f"{folder}/lenet5-mnist.onnx", "--inputs", f"{folder}/lenet5-mnist.npz",
                   "--targets", "planted:conv-activation-drops-bias", "--backend-dir", BACKENDS)
    x = locate(store, finding, "--backend-dir", BACKENDS)
    check("the unbroken worker is right", "planted is right" in x.get("mode_summary", ""), x)
    place = x.get("first_wrong", {})
    check("the activation behind the convolution", place.get("op") == "Tanh" and place.get("node") == 1, place)

    r = assay("locate", "nonesuch", "--store", store)
    check("an unknown id", r.returncode == 2 and "nonesuch" in r.stderr, r.stderr)
    r = assay("locate", finding, "--store", f"{folder}/none.db")
    check("an unknown store", r.returncode == 2 and "none.db" in r.stderr, r.stderr)

    # Several findings, shared with others: what another process has claimed is left to it.
    store = f"{folder}/all.db"
    for mode in ("on", "pair"):
        assay("check", RELU, "--targets", f"switchy:{mode}", "--backend-dir", FAKES, "--store", store)
    first, second = [one["id"] for one in json.loads(assay("findings", "list", "--all", "--store", store, "--json").stdout)]
    with contextlib.closing(sqlite3.connect(store)) as database:
        database.execute("UPDATE findings SET state = 'confirmed'")
        database.execute("INSERT INTO claims VALUES (?, 'another', strftime('%s') + 600)", (f"locate:{second}",))
        database.commit()
    everything = ("locate", "--all", "--store", store, "--json", "--modes", "--backend-dir", FAKES)
    x = json.loads(assay(*everything).stdout or "{}")
    check("one is ours", x.get("worked_on") == 1 and x.get("elsewhere") == 1 and x.get("left") == 0 and not x.get("problems"), x)
    state = lambda finding: json.loads(assay("findings", "show", finding, "--store", store, "--json").stdout)["state"]
    check("and located, the other is not", state(first) == "located" and state(second) == "confirmed", (state(first), state(second)))
    with contextlib.closing(sqlite3.connect(store)) as database:
        database.execute("UPDATE claims SET lease_until = 1")  # as if that process had died
        database.commit()
    x = json.loads(assay(*everything).stdout or "{}")
    check("the claim of the dead runs out", x.get("worked_on") == 1 and state(second) == "located", x)
    with contextlib.closing(sqlite3.connect(store)) as database:
        check("claims are given back", database.execute("SELECT count(*) FROM claims").fetchone()[0] == 0)
    r = assay("locate", first, "--all", "--store", store)
    check("one or all", r.returncode == 2 and "not both" in r.stderr, r.stderr)
    r = assay("locate", "--store", store)
    check("one at least", r.returncode == 2 and "--all" in r.stderr, r.stderr)
finish()
