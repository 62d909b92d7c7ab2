"""`assay pairs` on the installed frameworks: numbers, well-known twins, the labelled sample."""
import json

from _assay import HOME, assay_json, check, finish, need_environment


def pairs(source, target):
    return {p["from"]: p for p in assay_json("pairs", "list", source, target)}


need_environment("torch", "tensorflow", "jax")
labels = json.load(open(f"{HOME}/data/knowledge/pairs.json"))
for source, target, prefix, least in (("torch", "tensorflow", "tf.", 427), ("torch", "jax", "jax.", 427), ("tensorflow", "jax", "jax.", 427)):
    found = pairs(source, target)
    check(f"{source} {target}", len(found) >= least, len(found))
    check("only names of the other", all(p["to"].startswith(prefix) for p in found.values()))
    judged = [x for x in labels if found.get(x["from"], {}).get("to") == x["to"]]
    right = sum(x["right"] for x in judged)
    check(f"{source} {target}: labelled pairs are found", len(judged) >= 40, len(judged))
    check(f"{source} {target}: nine of ten are right", right >= 0.9 * len(judged), f"{right} of {len(judged)}")
found = pairs("torch", "tensorflow")
for a, b in (("torch.nn.functional.relu", "tf.nn.relu"), ("torch.optim.SGD", "tf.keras.optimizers.SGD"), ("torch.cat", "tf.concat"), ("torch.sum", "tf.reduce_sum")):
    check(a, found.get(a, {}).get("to") == b, found.get(a))
names = {p["from"]: p["to"] for p in found.get("torch.sum", {}).get("parameters", [])}
check("dim is axis", names.get("dim") == "axis" and names.get("keepdim") == "keepdims", names)
finish()
