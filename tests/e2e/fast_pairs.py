"""`assay pairs` as a user meets it, on two small hand-made frameworks: list, show, build, no package index, mistakes."""
import json
import os
import tempfile

import _assay
from _assay import check, finish, scratch

# Without a package index: what is not here cannot be fetched.
ENV = dict(os.environ, XDG_CACHE_HOME=scratch(), PIP_NO_INDEX="1", PIP_CONFIG_FILE=os.devnull)


def assay(*words):
    return _assay.assay(*words, env=ENV)


def parameter(name, default=None):
    return {"name": name, "optional": default is not None, "default": default, "type": "", "description": ""}


def imported(framework, apis):
    docs = [{"name": name, "framework": framework, "version": "1.0", "description": text, "kind": kind, "parameters": parameters, "examples": [f"{name}(1)"]}
            for name, kind, text, parameters in apis]
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(docs, file)
        file.flush()
        r = assay("docs", "import", file.name)
    check(f"{framework} is imported", r.returncode == 0, r.stderr)


imported("widgets", [
    ("widgets.nn.ReLU", "class", "Applies relu.", [parameter("inplace", "False")]),
    ("widgets.relu", "function", "Computes relu.", [parameter("input")]),
    ("widgets.sum", "function", "Adds all.", [parameter("input"), parameter("dim", "None"), parameter("keepdim", "False")]),
    ("widgets.total", "function", "Alias for `widgets.sum`.", [parameter("input")]),
    ("widgets.turn", "function", "Turns.", [parameter("angle")]),
    ("widgets.old", "function", "Old. (deprecated)", [parameter("x")]),
])
imported("gadgets", [
    ("gadgets.layers.ReLU", "class", "A relu layer.", [parameter("max_value", "None")]),
    ("gadgets.relu", "function", "Relu.", [parameter("x")]),
    ("gadgets.reduce_sum", "function", "Sum over an axis.", [parameter("x"), parameter("axis", "0"), parameter("keepdims", "False")]),
    ("gadgets.old", "function", "Not old here.", [parameter("x")]),
])

r = assay("pairs", "list", "widgets", "gadgets", "--names-only", "--json")
pairs = {p["from"]: p for p in json.loads(r.stdout or "[]")}
check("twins by name", {k: p["to"] for k, p in pairs.items()} == {"widgets.nn.ReLU": "gadgets.layers.ReLU", "widgets.relu": "gadgets.relu",
      "widgets.sum": "gadgets.reduce_sum", "widgets.total": "gadgets.reduce_sum"}, r.stdout + r.stderr)
mapped = {p["from"]: (p["to"], p["note"]) for p in pairs.get("widgets.sum", {}).get("parameters", [])}
check("parameters", mapped == {"input": ("x", ""), "dim": ("axis", "default None becomes 0"), "keepdim": ("keepdims", "")}, mapped)
check("keys", all(set(p) == {"from", "to", "score", "by", "parameters", "examples"} and p["by"] == "name" for p in pairs.values()), pairs)
again = assay("pairs", "list", "widgets", "gadgets", "--names-only", "--json")
check("the same twice", again.stdout == r.stdout)
r = assay("pairs", "list", "gadgets", "widgets", "--names-only", "--json")
check("the other direction", {"gadgets.reduce_sum": "widgets.sum"}.items() <= {p["from"]: p["to"] for p in json.loads(r.stdout or "[]")}.items(), r.stdout)
r = assay("pairs", "list", "widgets", "gadgets", "--names-only", "--match", "*relu")
check("a table", r.returncode == 0 and "widgets.relu" in r.stdout and "1 pairs (1 by name" in r.stdout, r.stdout)

r = assay("pairs", "show", "widgets.sum", "--to", "gadgets", "--names-only")
check("show", "gadgets.reduce_sum" in r.stdout and "keepdims" in r.stdout and "widgets.sum(1)" in r.stdout, r.stdout + r.stderr)
r = assay("pairs", "show", "widgets.turn", "--to", "gadgets", "--names-only")
check("no twin is an answer", r.returncode == 0 and "no twin" in r.stdout, r.stdout + r.stderr)
r = assay("pairs", "show", "widgets.turm", "--to", "gadgets")
check("an unknown API: the nearest", r.returncode == 2 and "widgets.turn" in r.stderr, r.stderr)

r = assay("pairs", "list", "widgets", "gadgets", "--json")
check("without the model by name only, said so", r.returncode == 0 and "by name only" in r.stderr and len(json.loads(r.stdout)) == 4, r.stdout + r.stderr)
r = assay("pairs", "build", "widgets", "gadgets", "--names-only", "--json")
built = json.loads(r.stdout or "[]")
check("build makes both directions", [(b["from"], b["to"]) for b in built] == [("widgets", "gadgets"), ("gadgets", "widgets")], r.stdout + r.stderr)
check("and says where", built and os.path.exists(built[0]["file"]) and built[0]["by_name"] == 4)

check("a framework nobody knows", assay("pairs", "list", "widgets", "nonesuch").returncode == 2)
check("its own twin", assay("pairs", "list", "widgets", "widgets").returncode == 2)
check("one framework", assay("pairs", "build", "widgets").returncode == 2)
check("an unknown way", assay("pairs", "list", "widgets", "gadgets", "--by", "luck").returncode == 2)
finish()
