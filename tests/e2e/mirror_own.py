"""A twin calls the other framework's own layers, losses and optimisers, as it is seen while it runs; what only helpers do is counted apart."""
import tempfile

from _assay import assay_json, check, finish, need_environment, without_models

need_environment("torch", "tensorflow")

TRAINED = """import torch
import torch.nn as nn
torch.manual_seed(0)
m = nn.Sequential(nn.Conv2d(2, 3, 3, padding=1), nn.BatchNorm2d(3), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(12, 2))
o = torch.optim.SGD(m.parameters(), lr=0.1, momentum=0.9)
x = torch.randn(3, 2, 4, 4)
for _ in range(2):
    o.zero_grad()
    loss = nn.CrossEntropyLoss()(m(x), torch.tensor([0, 1, 1]))
    loss.backward()
    o.step()
print(loss.item())
"""
RECURRENT = """import tensorflow as tf
m = tf.keras.Sequential([tf.keras.layers.Embedding(10, 4), tf.keras.layers.GRU(5), tf.keras.layers.Dense(2, activation="softmax")])
y = m(tf.constant([[1, 2, 3], [4, 5, 6]]))
print(float(tf.keras.losses.SparseCategoricalCrossentropy()(tf.constant([0, 1]), y)))
"""
# TensorFlow has no such function.
EMULATED = """import torch
x = torch.tensor([[2.0, 1.0], [0.5, 1.0]])
y = torch.linalg.matrix_power(x, 3)
print(y.sum())
"""
# The branch with the layer is never taken.
UNREACHED = """import torch
x = torch.ones(2, 3)
y = torch.nn.Linear(3, 1)(x) if x.sum() > 100 else torch.exp(x)
print(y)
"""


def run(name, text, to):
    path = f"{folder}/{name}.py"
    open(path, "w").write(text)
    out = assay_json("mirror", "run", path, "--to", to, "--store", f"{folder}/m.db", timeout=1800, env=without_models())
    return out, (out.get("outputs") or [{}])[0]


with tempfile.TemporaryDirectory() as folder:
    for name, text, to, apis in (("trained", TRAINED, "tensorflow", ["keras.layers.Conv2D", "keras.layers.BatchNormalization", "keras.optimizers.SGD"]),
                                 ("recurrent", RECURRENT, "torch", ["torch.nn.Embedding", "torch.nn.GRU", "torch.nn.Linear"])):
        out, one = run(name, text, to)
        check(f"{name}: preserving", one.get("preserving") is True and one.get("emulated") is False, (one.get("why"), one.get("message")))
        check(f"{name}: by the framework's own", all(api in one.get("program", "") for api in apis), one.get("program"))
        check(f"{name}: all were seen", one["evidence"]["roles"]["missing"] == [] and out["emulated"] == 0, one["evidence"]["roles"])
    out, one = run("emulated", EMULATED, "tensorflow")
    roles = one["evidence"]["roles"]
    check("an emulation is none", (one["emulated"], one["preserving"], out["emulated"], out["preserving"]) == (True, False, 1, 0), one)
    check("it is named", roles["missing"] == roles["emulated"] == ["torch.linalg.matrix_power"] and "matrix_power" in one["why"], roles)
    check("and is alike", one["inputs"] == "own", one["inputs"])
    _, one = run("unreached", UNREACHED, "tensorflow")
    check("what does not run has no role", one["preserving"] is True and "torch.nn.Linear" not in one["evidence"]["roles"]["found"], one)
finish()
