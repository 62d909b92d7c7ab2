"""assay mutate: the list, one mutation to look at, mutants as files, mistakes."""
import json
import os
import tempfile

from _assay import assay, check, finish

STUDY = "LA LR LC LS ARFm ARFp SM DM PM WS NS GF NAI NEB".split()
LENET = "examples/lenet.onnx"

r = assay("mutate", "--list", "--json")
mutators = json.loads(r.stdout or "[]")
names = [m["name"] for m in mutators]
check("the study's operators come first, in its order", names[:14] == STUDY, names)
check("names are unique", len({n.lower() for m in mutators for n in [m["name"], *m["aliases"]]}) ==
      sum(1 + len(m["aliases"]) for m in mutators), names)
check("each says what it does", all(m["meaning"] and m["family"] and m["promise"] for m in mutators), mutators)
r = assay("mutate", "--list")
check("the list is a table", r.returncode == 0 and "AFRm" in r.stdout and "structure" in r.stdout, r.stdout)

r = assay("mutate", LENET, "--with", "la", "--seed", "3")
check("what changed is shown", r.returncode == 0 and "\n-" in r.stdout and "\n+" in r.stdout, r.stdout + r.stderr)
check("the same seed gives the same mutant", assay("mutate", LENET, "--with", "LA", "--seed", "3").stdout == r.stdout)
r = assay("mutate", LENET, "--with", "RA", "--json")
check("aliases and JSON", json.loads(r.stdout or "{}").get("mutator") == "ARFp", r.stdout + r.stderr)

r = assay("mutate", LENET, "--with", "LX")
check("an unknown mutator is corrected", r.returncode == 2 and "LA" in r.stderr and "--list" in r.stderr, r.stderr)
r = assay("mutate", LENET, "--with", "ARFm", "--count", "50")
check("no place left is said", r.returncode == 2 and "of 50" in r.stderr, r.stderr)
r = assay("mutate", LENET)
check("a mutator must be named", r.returncode == 2 and "--with" in r.stderr, r.stderr)
r = assay("mutate", LENET, "--with", "LA", "--where", "tail")
check("--where is checked", r.returncode == 2 and "backbone" in r.stderr, r.stderr)

with tempfile.TemporaryDirectory() as folder:
    for name in STUDY + ["MLA"]:
        out = os.path.join(folder, name + ".onnx")
        r = assay("mutate", LENET, "--with", name, "--count", "3", "--out", out)
        check(f"{name} writes a file", r.returncode == 0 and os.path.exists(out), r.stdout + r.stderr)
        r = assay("check", out, "--targets", "reference")
        check(f"{name}'s mutant is legal", r.returncode == 0, r.stdout + r.stderr)
    text, back = os.path.join(folder, "m.txt"), os.path.join(folder, "back.txt")
    with open(text, "w") as f:
        f.write("graph (x: float32[2,3]) -> (y) { w: float32[3,5] = fill(0.5)  h = MatMul(x, w)  y = Relu(h) }\n")
    r = assay("mutate", text, "--with", "LR", "--out", back)
    check("models in text form, both ways", r.returncode == 0 and "Pad" in open(back).read(), r.stdout + r.stderr)
    r = assay("mutate", text, "--with", "SM", "--unconstrained", "--seed", "1", "--json")
    check("the literature's form says whether it is legal", "legal" in json.loads(r.stdout or "{}"), r.stdout + r.stderr)
finish()
