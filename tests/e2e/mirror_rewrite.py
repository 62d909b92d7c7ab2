"""assay mirror rewrite: programs carried by rules, run in both environments and compared by value; what is left is named; mistakes on the command line."""
import tempfile

from _assay import assay, check, finish, need_environment, parsed

FRAMEWORKS = ("torch", "tensorflow", "jax")
need_environment(*FRAMEWORKS)

# Each prints one list of numbers, rounded: the same in the twin.
PROGRAMS = {
    "torch": """import torch
import torch.nn.functional as F

seen = []
x = torch.tensor([[-1.0, 0.0, 2.5], [3.0, -4.0, 0.5]])
seen += F.softmax(F.relu(x), dim=1).sum(dim=0).tolist()
value, index = torch.max(x, dim=1)
seen += value.tolist() + index.tolist()
seen += x.std(dim=1).tolist()
x[0, 1] = 7.0
seen += x[x > 1].tolist()
image = torch.arange(18.0).reshape(1, 2, 3, 3)
seen += F.conv2d(image, torch.ones(1, 2, 2, 2), padding=1).flatten().tolist()
seen.append(F.cross_entropy(x, torch.tensor([2, 0])).item())
leaf = torch.tensor([1.0, 2.0], requires_grad=True)
loss = (leaf ** 3).sum()
loss.backward()
seen += leaf.grad.tolist()
try:
    torch.ones(2, 3) @ torch.ones(2, 3)
except RuntimeError:
    seen.append(99)
print([round(float(one), 3) for one in seen])
""",
    "tensorflow": """import tensorflow as tf

seen = []
x = tf.Variable([2.0, 0.0, 3.0])
with tf.GradientTape() as tape:
    y = tf.reduce_prod(x)
seen += tape.gradient(y, x).numpy().tolist()
image = tf.reshape(tf.range(32, dtype=tf.float32), (1, 4, 4, 2))
seen += tf.reshape(tf.nn.max_pool2d(image, 2, 2, "VALID"), [-1]).numpy().tolist()
seen += tf.nn.leaky_relu(tf.constant([-1.0, 1.0])).numpy().tolist()
seen.append(float(tf.math.reduce_std(image)))
print([round(float(one), 3) for one in seen])
""",
    "jax": """import jax
import jax.numpy as jnp

seen = []
x = jnp.array([[1.0, 2.0], [3.0, 5.0]])
seen += jax.grad(lambda v: jnp.sum(jnp.sin(v)))(x).ravel().tolist()
seen += x.at[0].set(9.0).ravel().tolist()
seen.append(float(jnp.std(x)))
seen += jax.vmap(jax.nn.gelu)(x).ravel().tolist()
print([round(float(one), 3) for one in seen])
""",
}


def printed(path, framework):
    r = parsed(assay("run", path, "--env", framework, "--timeout", "120s", "--json"))
    text = r.get("stdout", "") or str(r)
    return text[text.find("["):text.find("]") + 1]


with tempfile.TemporaryDirectory() as d:
    for start, text in PROGRAMS.items():
        path = f"{d}/{start}.py"
        open(path, "w").write(text)
        want = printed(path, start)
        check(f"{start} itself runs", want.startswith("["), want)
        for to in FRAMEWORKS:
            if to == start:
                continue
            r = assay("mirror", "rewrite", path, "--to", to, "--no-pairs", "--json")
            made = parsed(r)
            check(f"{start} to {to}: carried", r.returncode == 0 and made.get("left") == [], r.stderr + str(made.get("left")))
            check(f"{start} to {to}: nothing of {start} stays", f"import {start}" not in made.get("program", f"import {start}"))
            twin = f"{d}/{start}-{to}.py"
            open(twin, "w").write(made.get("program", ""))
            got = printed(twin, to)
            check(f"{start} to {to}: the same numbers", got == want, f"\n{want}\n{got}")

    path = f"{d}/nested.py"
    open(path, "w").write("import torch\ntorch.ops.aten._nested_tensor_size(torch.ones(1))\n")
    made = parsed(assay("mirror", "rewrite", path, "--to", "jax", "--screen", "all", "--no-pairs", "--json"))
    check("what has no twin is named", made.get("screened_out") is True and "torch.ops.aten._nested_tensor_size" in made.get("missing", []), made)
    check("with its line", [one.get("line") for one in made.get("left", [])] == [2], made.get("left"))

    for args, word in ((["--to", "torch"], "already"), (["--to", "caffe"], "unknown framework"), (["--to", "jax", "--screen", "some"], "--screen")):
        r = assay("mirror", "rewrite", path, *args)
        check(f"{args} is refused", r.returncode == 2 and word in r.stderr, f"{r.returncode} {r.stderr}")
    r = assay("mirror", "rewrite", f"{d}/absent.py", "--to", "jax")
    check("a missing file is refused", r.returncode == 2 and "absent.py" in r.stderr, r.stderr)
finish()
