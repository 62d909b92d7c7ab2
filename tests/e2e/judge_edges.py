"""Oracles of assay judge that need numpy: what they say of results at the edges and of derivatives, right and wrong, and that real JAX is not accused."""
import subprocess

from _assay import HOME, assay, check, finish, has_environment, need_environment, parsed, python_of

need_environment("jax")

# In the environment's own Python, with the functions that trials use.
PROGRAM = """
import jax
import jax.numpy as jnp
import math
for name in ("jax", "same", "edges", "slope"):
    exec(open(f"HOME/data/judge/{name}.py").read())


def say(what, holds):
    print(("ok " if holds else "FAIL ") + what)


def told(function, kind, dtype, *more):
    return answers(function, lambda f, made: f(made(edges(kind, (6,), dtype, 0)), *more))


for function in ("numpy.arcsinh", "numpy.tan", "numpy.exp", "numpy.sin", "numpy.sum", "scipy.special.gamma"):
    for kind in EDGES:
        dtype = "complex64" if kind.startswith("complex") else "uint8" if kind == "unsigned" else "bool" if kind == "boolean" else "float32"
        here = told(function, kind, dtype)
        say(f"{function} is not held against itself, {kind}", not here or not differs(here[0], here))
far = told("numpy.arcsinh", "complex far out", "complex64")
wrong = np.array(far[0])
wrong[2] = complex(np.inf, 0)
say("an overflow is seen", "number 2" in differs(wrong, far))
wrong = np.array(told("numpy.hypot", "infinite", "float32", np.float32(1))[0])
wrong[0] = np.nan
say("a NaN in place of an infinity is seen", differs(wrong, told("numpy.hypot", "infinite", "float32", np.float32(1))))
say("which may be left alone", not differs(wrong, told("numpy.hypot", "infinite", "float32", np.float32(1)), True))
small = told("numpy.sqrt", "subnormal", "float32")
say("subnormal numbers may be zeros", not differs(np.sqrt(np.where(np.abs(edges("subnormal", (6,), "float32", 0)) < 1e-38, 0, 1).astype("float32") * 0), small))
sines = told("numpy.sin", "far out", "float32")
wrong = np.array(sines[0])
wrong[:4] = 0.1
say("as results, too", not differs(np.array([-1e-40] * 6, "float32"), answers("numpy.heaviside", lambda f, made: f(made(edges("subnormal", (6,), "float32", 0)), made(np.full(6, -1e-40, "float32"))))))
say("for flags too", not differs(np.array(False), told("numpy.all", "subnormal", "float32")))
say("what moves with its inputs is left alone", not differs(wrong, sines))
ordered = told("numpy.partition", "unsigned", "uint8", 2)
say("another order is no other result", not differs(ordered[0][::-1].copy(), ordered))
say("a lost element is seen", differs(np.zeros(6, "uint8"), ordered))
for function, alone in (("numpy.tan", True), ("numpy.frexp", True), ("numpy.cumsum", False), ("numpy.sum", False), ("numpy.sort", False)):
    say(f"{function}: whether each number is taken alone", bool(answers(function, lambda f, made: f(made(edges("beyond one", (6,), "float32", 0))), True)) == alone)
say("another shape is seen", "shape" in differs(np.zeros((2, 3), "float32"), far))
say("numpy that warns is no judge", answers("numpy.floor_divide", lambda f, made: f(made(edges("unsigned", (6,), "uint8", 0)), made(edges("unsigned", (6,), "uint8", 1)))) == []
    and answers("numpy.mean", lambda f, made: f(made(np.zeros(0)))) == [])
say("numpy that refuses is not asked", answers("numpy.linalg.inv", lambda f, made: f(made(np.zeros((2, 3))))) == [])
x = [doubled(plain(edges("beyond one", (6,), "float32", 0)))]
say("smooth functions have a derivative", abs(measured(jnp.tanh, x) - slope(jnp.tanh, x)) < 1e-6)
say("kinks have none", measured(jnp.abs, [x[0] * 0]) is None)
say("ties have none", measured(lambda y: jnp.median(y), [x[0][:5] * 0]) is None and measured(lambda y: (y.min(), y.max()), [x[0] * 0]) is None)
say("chance has none", measured(lambda y, at=iter(range(99)): y * next(at), x) is None)
factor = __import__("collections").namedtuple("factor", "L info")
for info, wanted in ((0, False), (1, True)):
    pair = [factor(np.array([number]), np.array([info])) for number in (1.0, 2.0)]
    say(f"a factor is compared unless info says that it is none, {info}", same(*pair) == wanted and not same(pair[0], factor(pair[0].L, np.array([2]))))
stopped = lambda y: jax.lax.stop_gradient(y) * 2.0
say("a stopped gradient differs", slope(stopped, x) == 0 and abs(measured(stopped, x)) > 0.1)
""".replace("HOME", HOME)

WRITES = """
import torch
import math
for name in ("torch", "same", "edges", "slope"):
    exec(open(f"HOME/data/judge/{name}.py").read())
places, weight = torch.tensor([0, 2]), torch.full((3, 2), 1.5, dtype=torch.float64)
for most, wanted in ((None, True), (1.0, False)):
    look = lambda w: torch.nn.functional.embedding(places, w, max_norm=most)
    print(("ok " if (measured(look, [weight]) is not None) == wanted else "FAIL ") + f"what writes into an argument has no derivative, {most}")
""".replace("HOME", HOME)

r = subprocess.run([python_of("jax"), "-W", "ignore", "-c", PROGRAM], capture_output=True, text=True, env={"JAX_PLATFORMS": "cpu", "PATH": "/usr/bin:/bin"})
for line in r.stdout.splitlines():
    check(line.partition(" ")[2], line.startswith("ok "), line)
check("all of it ran", r.returncode == 0 and len(r.stdout.splitlines()) > 60, r.stdout + r.stderr)

if has_environment("torch"):
    r = subprocess.run([python_of("torch"), "-W", "ignore", "-c", WRITES], capture_output=True, text=True, env={"PATH": "/usr/bin:/bin"})
    check("torch looks at what is written", [line[:3] for line in r.stdout.splitlines()] == ["ok ", "ok "], r.stdout + r.stderr)

out = parsed(assay("judge", "--framework", "jax", "--api", "jax.numpy.tanh", "--api", "jax.numpy.add", "--oracle", "counterpart,derivative", "--llm", "none", "--json"))
check("real functions are tried", all(out["oracles"].get(name, {}).get("holds", 0) > 0 for name in ("counterpart", "derivative")), out.get("oracles"))
check("nobody is accused", out["findings"] == [], out["findings"])
finish()
