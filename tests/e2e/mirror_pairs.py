"""`assay mirror pairs` as a user meets it: two APIs of torch and jax, documented by hand; budget, resume, jobs, mistakes."""
import json
import os

import _assay
from _assay import check, finish, need_environment, scratch

d = scratch()
# Without a package index: what is not here cannot be fetched.
ENV = dict(os.environ, XDG_CACHE_HOME=f"{d}/cache", PIP_NO_INDEX="1", PIP_CONFIG_FILE=os.devnull)


def assay(*words):
    return _assay.assay(*words, timeout=900, env=ENV)


def pairs(*args):
    return assay("mirror", "pairs", *args)


# Mistakes: exit code 2, a message that names the way out, and no store left behind.
for what, args, word in (("no such framework", ("--to", "caffe"), "known:"), ("twice the same", ("--from", "jax", "--to", "jax"), "another framework"),
                         ("no jobs", ("--jobs", "0"), "at least one"), ("no time", ("--time", "soon"), "--time"),
                         ("nothing to resume", ("--resume",), "no store")):
    r = pairs(*args, "--store", f"{d}/none.db")
    check(what, r.returncode == 2 and word in r.stderr and not os.path.exists(f"{d}/none.db"), r.stderr)
r = pairs("--help")
check("help", r.returncode == 0 and "--budget" in r.stdout and "--resume" in r.stdout, r.stdout)

need_environment("torch", "jax")
versions = {t["framework"]: t["version"] for t in json.loads(assay("targets", "--json").stdout or "[]") if t.get("version") and "@" not in t["name"]}


def documented(framework, apis):
    docs = [{"name": name, "framework": framework, "version": versions.get(framework, ""), "description": text, "kind": "function", "examples": [],
             "parameters": [{"name": p, "kind": "positional-only", "optional": False, "default": None, "type": "Tensor", "description": "the input tensor"} for p in parameters]}
            for name, text, parameters in apis]
    with open(f"{d}/docs.json", "w") as file:
        json.dump(docs, file)
    r = assay("docs", "import", file.name)
    check(f"{framework} is imported", r.returncode == 0, r.stderr)


# hypot is the same on both sides, up to what conventions cover.
documented("torch", [("torch.hypot", "The hypotenuse.", ["input", "other"]), ("torch.ceil", "Rounds.", ["input"])])
documented("jax", [("jax.numpy.hypot", "The hypotenuse.", ["x1", "x2"]), ("jax.numpy.ceil", "Rounds.", ["x"])])
documented("tensorflow", [("tf.nothing", "Nothing.", ["x"])])

common = ("--from", "torch", "--to", "jax", "--trials", "40", "--json")
r = pairs("--api", "torch.hypot", "--seed", "3", "--store", f"{d}/a.db", *common)
out = json.loads(r.stdout or "{}")
check("hypot is compared", out.get("states") == {"compared": 1} and out.get("agreed", 0) > 10, r.stdout + r.stderr)
check("nobody is accused of hypot", r.returncode == 0 and out.get("findings") == [], out.get("findings"))
check("programs are counted", out.get("programs", 0) >= 5 and out.get("programs") == sum(out.get("statuses", {}).values()), out.get("statuses"))
check("trials are counted", out.get("trials") == sum(out.get("rulings", {}).values()), out.get("rulings"))

r = pairs("--api", "torch.nothing", "--store", f"{d}/b.db", *common)
check("an API without a twin is named", r.returncode == 2 and "torch.nothing" in r.stderr, r.stderr)

# Resuming a run that is complete runs nothing and tells the same.
r = pairs("--resume", "--store", f"{d}/a.db", "--json")
again = json.loads(r.stdout or "{}")
same = ("subjects", "programs", "trials", "rulings", "differences", "findings")
check("resumed", all(again.get(k) == out.get(k) for k in same), r.stdout + r.stderr)
finish()
