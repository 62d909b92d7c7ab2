"""Which calls of the API under test are seen, however they are made, and which only look like one. With torch, in one warm lab."""
import json
import os
import tempfile

from _assay import assay, check, finish, need_environment

ENV = "torch"
need_environment(ENV)

START = "import torch\na = torch.ones(2, 2)\n"
CALLS = {
    "direct": START + "torch.addmm(a, a, a)",
    "imported": "from torch import addmm, ones\na = ones(2, 2)\naddmm(a, a, a)",
    "alias": "import torch as t\na = t.ones(2, 2)\nf = t.addmm\nf(a, a, a)",
    "star": "from torch import *\na = ones(2, 2)\naddmm(a, a, a)",
    "partial": "import functools\n" + START + "functools.partial(torch.addmm, a)(a, a)",
    "mapped": START + "list(map(torch.addmm, [a], [a], [a]))",
    "loop": START + "for op in (torch.addcmul, torch.addmm): op(a, a, a)",
    "table": START + "ops = {'x': torch.addmm}\nops['x'](a, a, a)",
    "by_name": START + "getattr(torch, 'addmm')(a, a, a)",
    "parameter": START + "def run(op, *args): return op(*args)\nrun(torch.addmm, a, a, a)",
    "spread": START + "args = (a, a, a)\ntorch.addmm(*args)",
    "optional": "try:\n    import torch\nexcept ImportError:\n    torch = None\na = torch.ones(2, 2)\ntorch.addmm(a, a, a)",
    "thread": "import threading\n" + START + "t = threading.Thread(target=torch.addmm, args=(a, a, a))\nt.start()\nt.join()",
    "vmap": START + "b = torch.ones(3, 2, 2)\ntorch.vmap(torch.addmm)(b, b, b)",
    "compiled": START + "@torch.compile(backend='eager')\ndef f(x): return torch.addmm(x, x, x)\nf(a)",
    "scripted": START + "@torch.jit.script\ndef f(x):\n    return torch.addmm(x, x, x)\nf(a)",
    "traced": START + "torch.jit.trace(lambda x: torch.addmm(x, x, x), (a,))(a)",
    "model": START + "class N(torch.nn.Module):\n    def forward(self, x): return torch.addmm(x, x, x)\nN()(a)",
    "refused": START + "try: torch.addmm(a, torch.ones(3, 3), a)\nexcept RuntimeError: pass",
    "made_text": START + "exec('torch.addmm(a, a, a)')",
    "profiler": "import cProfile\n" + START + "p = cProfile.Profile()\np.enable()\ntorch.addmm(a, a, a)\np.disable()",
    "two_meanings": "import torch\nimport torch.nn.functional as F\na = torch.ones(2, 2)\nx = F\nx = torch\nx.addmm(a, a, a)",
    "lying_class": START + "class X(list): __module__ = None\nf = X().append\nf(1)\ntorch.addmm(a, a, a)",
}
NO_CALLS = {
    "no_shown": START + "print(torch.addmm)",
    "no_text": START + "x = 'torch.addmm(a, a, a)'",
    "no_branch": START + "if False: torch.addmm(a, a, a)",
    "no_function": START + "def f(): torch.addmm(a, a, a)",
    "no_method": START + "a.addmm(a, a)",
    "no_shadow": START + "class torch:\n    @staticmethod\n    def addmm(*a): pass\ntorch.addmm(1)",
}
with tempfile.TemporaryDirectory() as folder:
    for name, text in {**CALLS, **NO_CALLS}.items():
        with open(f"{folder}/{name}.py", "w") as f:
            f.write(text + "\n")
    with open(f"{folder}/classes.py", "w") as f:
        f.write(START + "for L in (torch.nn.ReLU, torch.nn.Tanh): L()(a)\nclass Own(torch.nn.Linear): pass\nprint(Own(2, 3))\n")
    r = assay("run", folder, "--env", ENV, "--target-api", "torch.addmm", "--timeout", "60s", "--json")
    results = {os.path.basename(x["program"])[:-3]: x for x in json.loads(r.stdout or "[]")}
    for name in (*CALLS, *NO_CALLS):
        wanted = "notarget" if name in NO_CALLS else "valid"
        check(name, results.get(name, {}).get("status") == wanted, results.get(name))
    called = results.get("classes", {}).get("apis_called")
    check("classes", called == ["torch.ones", "torch.nn.ReLU", "torch.nn.Tanh"], called)
finish()
