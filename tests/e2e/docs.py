"""API documentation of the installed frameworks: enough APIs, parameters parsed, names, versions."""
import json
import os

from _assay import assay, check, finish, has_environment, scratch, skip

FLOORS = {"torch": 1500, "tensorflow": 1500, "jax": 800}
KNOWN = {
    "torch.addmm": {"input", "mat1", "mat2", "beta", "alpha"},
    "torch.nn.Conv2d": {"in_channels", "kernel_size", "padding_mode"},
    "torch.Tensor.addmm": {"mat1", "mat2"},
    "tf.math.add": {"x", "y"},
    "tensorflow.keras.layers.Dense": {"units", "activation"},
    "jnp.sum": {"a", "axis", "keepdims"},
}
ENV = dict(os.environ, XDG_CACHE_HOME=scratch())


def docs(*words):
    r = assay("docs", *words, "--json", env=ENV)
    return r, json.loads(r.stdout) if r.returncode == 0 else None


ready = [f for f in FLOORS if has_environment(f)]
if not ready:
    skip("no environment of torch, tensorflow or jax: scripts/setup makes them")
for framework in ready:
    r, told = docs("introspect", framework)
    check(f"{framework} is introspected", told is not None, r.stderr)
    if told is None:
        continue
    print(framework, told["version"], told["apis"], "APIs,", told["parsed"], "of", told["documenting"], told["constraints"], f"{told['seconds']:.0f} s")
    check(f"{framework}: APIs", told["apis"] >= FLOORS[framework], told["apis"])
    check(f"{framework}: parameters", told["parsed"] >= 0.9 * told["documenting"], told)
    first = open(told["file"]).read()
    docs("introspect", framework)
    check(f"{framework}: the same again", open(told["file"]).read() == first)
    r, listed = docs("list", framework)
    check(f"{framework}: the list is as long", listed is not None and len(listed) == told["apis"], r.stderr)
for name, wanted in KNOWN.items():
    framework = {"torch": "torch", "tf": "tensorflow", "tensorflow": "tensorflow", "jnp": "jax"}[name.split(".")[0]]
    if framework in ready:
        r, doc = docs("show", name)
        check(f"parameters of {name}", doc is not None and wanted <= {p["name"] for p in doc["parameters"]}, r.stderr)
finish()
