"""assay optbug run on real torch: a planted difference is found, kept, told; counts; going on; mistakes on the command line."""
import json
import os
import shutil
import sqlite3
import tempfile

from _assay import assay, check, finish, need_environment, parsed

need_environment("torch")

# The model does something else while it is traced: what an optimiser must never do is done to it.
PLANTED = """import torch


class Planted(torch.nn.Module):
    def forward(self, x):
        return x * 3 if torch._C._get_tracing_state() is not None else torch.relu(x)


model = Planted()
x = torch.ones(2, 4)
traced = torch.jit.trace(model, x)
assert torch.equal(traced(x), model(x))
"""

with tempfile.TemporaryDirectory() as d:
    db = f"{d}/o.db"
    os.mkdir(f"{d}/programs")
    open(f"{d}/programs/planted.py", "w").write(PLANTED)
    args = ["optbug", "run", "--llm", "none", "--framework", "torch", "--optimiser", "jit-trace,jit-freeze-trace", "--rule", "api,model,input",
            "--import", f"{d}/programs", "--jobs", "2", "--store", db, "--json"]
    r = assay(*args, "--budget", "12")
    out = parsed(r)
    check("counts", out.get("programs") == 12 and out["programs"] == sum(out["statuses"].values()) == sum(out["verdicts"].values()), r.stdout + r.stderr)
    check("all valid and relevant", out.get("valid", 0) >= 11 and out.get("relevant", 0) >= 11, {k: out.get(k) for k in ("valid", "relevant")})
    check("rules add up", sum(x["programs"] for x in out.get("rules", {}).values()) == 12, out.get("rules"))
    found = [f for f in out.get("findings", []) if f["origin"].endswith("planted.py")]
    check("the planted difference is found", r.returncode == 1 and found, r.stdout[:3000] + r.stderr)
    if not found:
        finish()
    f = found[0]
    check("the finding says all", f["verdict"] == "wrong value" and f["confirmed"] == 2 and f["kind"] == "api" and "not 1" in f["message"]
          and f["evidence"] and "torch.jit" in f["program"], f)

    again = parsed(assay("optbug", "run", "--resume", "--store", db, "--json"))
    check("a complete run is told again, nothing is run", again.get("programs") == 12
          and [x["id"] for x in again.get("findings", [])] == [x["id"] for x in out["findings"]], again)
    more = parsed(assay("optbug", "run", "--resume", "--budget", "14", "--store", db, "--json"))
    check("going on", more.get("programs") == 14, more.get("programs"))

    # A model's run in the same store is nothing to go on with; a block that cannot be read is told.
    connection = sqlite3.connect(db)
    connection.execute("INSERT INTO campaigns (started, config, pipeline, tally, block, state) SELECT started, ?, pipeline, tally, block, state FROM campaigns LIMIT 1",
                       (json.dumps({"pipeline": "optbug", "provider": "file", "approach": "assay", "seed": 1}),))
    connection.commit()
    again = parsed(assay("optbug", "run", "--resume", "--store", db, "--json"))
    check("a model's run is passed over", again.get("programs") == 14, again.get("programs"))
    shutil.copy(db, f"{d}/broken.db")
    connection = sqlite3.connect(f"{d}/broken.db")
    connection.execute("UPDATE reports SET report = '{'")
    connection.commit()
    r = assay("optbug", "run", "--resume", "--store", f"{d}/broken.db")
    check("a broken block", r.returncode == 2 and "cannot be read" in r.stderr, r.stdout + r.stderr)

    check("where programs come from is counted", out["outputs"] == 12 and 0 < out["from_neighbourhoods"] <= 12, out.get("from_neighbourhoods"))
    seeds = parsed(assay("optbug", "run", "--framework", "torch", "--optimiser", "jit-trace,jit-script", "--ablation", "no-diffusion", "--budget", "2",
                         "--store", f"{d}/seeds.db", "--json"))
    check("seeds as they are", seeds.get("outputs") == seeds.get("from_neighbourhoods") == 2 and list(seeds["rules"]) == ["none"], seeds.get("rules"))
    known = parsed(assay("optbug", "optimisers", "--json"))
    check("optimisers with their libraries and promises", {"torch", "tensorflow", "tensorflow_model_optimization", "jax", "openvino", "nncf", "onnxruntime", "torchao"} <= {x["library"] for x in known}
          and all(x["promise"] and x["environment"] and x["name"] for x in known), len(known))
    r = assay("optbug", "optimisers", "--framework", "caffe")
    check("optimisers of nobody", r.returncode == 2 and "caffe" in r.stderr, r.stderr)

    r = assay("findings", "list", "--store", db, "--json")
    check("list", f["id"] in [x["id"] for x in parsed(r)], r.stdout + r.stderr)
    r = assay("findings", "repro", f["id"], "--store", db, "--out", f"{d}/repro.py")
    text = open(f"{d}/repro.py").read() if os.path.exists(f"{d}/repro.py") else ""
    check("the stand-alone program is plain", "assert_close" in text and "def leaves" not in text, r.stdout + r.stderr + text)

    os.mkdir(f"{d}/empty")
    os.mkdir(f"{d}/hostile")
    open(f"{d}/hostile/huge.py", "w").write("x = 1\n" * 400000)
    open(f"{d}/hostile/binary.py", "wb").write(bytes(range(256)) * 64)
    open(f"{d}/hostile/broken.py", "w").write("def (\n")
    for wrong, told in ((["--optimiser", "jit-scirpt"], "jit-script"), (["--rule", "modle"], "illogical"), (["--ablation", "no-luck"], "no-diffusion"), (["--ablation", "rule=modle"], "illogical"),
                         (["--framework", "caffe"], "tensorflow"),
                        (["--time", "soon"], "soon"), (["--import", f"{d}/nowhere"], "nowhere"), (["--jobs", "0"], "jobs"),
                        (["--budget", "-1"], "--budget"), (["--budget", "0"], "--budget"), (["--budget", "9" * 30], "--budget"),
                        (["--framework", "tensorflow", "--optimiser", "jit-trace"], "no optimiser of tensorflow"),
                        (["--import", f"{d}/empty"], "no Python file"), (["--import", f"{d}/hostile"], "huge.py"),
                        (["--llm", "file", "--llm-db", f"{d}/llm.db", "--resume"], "--resume")):
        r = assay("optbug", "run", *wrong, "--store", f"{d}/none.db")
        check(f"{wrong}", r.returncode == 2 and told in r.stderr, r.stdout + r.stderr)
        check(f"{wrong} leaves no store behind", not os.path.exists(f"{d}/none.db"))
    r = assay("optbug", "run", "--resume", "--store", f"{d}/none.db")
    check("nothing to go on with", r.returncode == 2, r.stdout + r.stderr)
finish()
