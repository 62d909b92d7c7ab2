"""assay mirror run with a language model: statements that rules leave are filled in and repaired, whole programs are asked for in the paper's way, its
ablations' and its baselines'; hostile answers; a server; the table with all of them. Every answer here was written by hand."""
import http.server
import json
import os
import re
import sys
import tempfile
import threading

import _assay
from _assay import check, finish, need_environment, parsed, without_models

need_environment("torch", "jax")
# The name of its relu is an inner one, so that no rule carries it.
SOURCE = "import torch\n\nx = torch.tensor([-1.0, {n}.5, 2.0])\ny = torch._C._VariableFunctions.relu(x)\nz = torch.sum(y, dim=0)\nprint(z)\nassert z.shape == ()\n"
TWIN = "import jax\nimport jax.numpy as jnp\n\nx = jnp.array([-1.0, {n}.5, 2.0])\ny = jax.nn.relu(x)\nz = jnp.sum(y, axis=0)\nprint(z)\nassert z.shape == ()\n"
HOSTILE = {
    "no code": "I am sorry, but PyTorch and JAX are too different for this to make sense.",
    "empty": "",
    "prose around it": f"Certainly! Here is the program:\n\n```python\n{TWIN.format(n=13)}```\n\nIt uses `jax.nn.relu` — enjoy.",
    "wrong framework": "```python\nimport tensorflow as tf\nx = tf.constant([-1.0, 14.5, 2.0])\nz = tf.reduce_sum(tf.nn.relu(x))\nassert z.shape == ()\n```",
    "huge": "```python\nimport jax\n" + "x = 1.0\n" * 60000 + "```",
    "the prompt again": f"# This program can trigger a bug in PyTorch:\n```python\n{SOURCE.format(n=16)}```\n# Convert the program to JAX, to find a bug there.",
    "never ends": "```python\nimport jax.numpy as jnp\nx = jnp.array([-1.0",
    "no Python": "\x00\x01 ``` ``` def (: \u202e\ud83d\ude00",
}


def assay(*words, **more):
    return _assay.assay(*words, timeout=3600, env=without_models(**more))


def mirror(d, programs, *more):
    return parsed(assay("mirror", "run", *programs, "--to", "jax", "--llm", "file", "--llm-db", f"{d}/llm.db", "--store", f"{d}/m.db", "--json", *more))


def answer(d, give):
    """Everything that waits is answered by give(text of the last message); gives the texts."""
    assay("llm", "export", "--llm-db", f"{d}/llm.db", "--out", f"{d}/prompts.jsonl")
    texts = []
    with open(f"{d}/answers.jsonl", "w") as out:
        for line in open(f"{d}/prompts.jsonl"):
            prompt = json.loads(line)
            texts.append(prompt["body"]["messages"][-1]["content"])
            body = {"model": "by-hand", "choices": [{"message": {"role": "assistant", "content": give(texts[-1])}, "finish_reason": "stop"}],
                    "usage": {"prompt_tokens": 400, "completion_tokens": 50}}
            out.write(json.dumps({"custom_id": prompt["custom_id"], "response": {"body": body}}) + "\n")
    r = assay("llm", "import", f"{d}/answers.jsonl", "--llm-db", f"{d}/llm.db")
    check("the answers are taken", r.returncode == 0, r.stdout + r.stderr)
    return texts


def number(text):
    return re.search(r"\[-1\.0, (\d+)\.5, 2\.0\]", text)[1]


def statement(code):
    return json.dumps({"differences": [], "statements": [{"number": 1, "code": code}]})


def whole(text):
    return json.dumps({"differences": [{"api": "torch.sum", "twin": "jnp.sum", "change": "dim is axis"}], "program": TWIN.format(n=number(text))})


def fill(d, programs):
    """Ours: only the statement that is left is asked for; what fails is shown its error, at most so often."""
    flags = ("--screen", "any", "--repairs", "2")
    check("both wait", mirror(d, programs, *flags) == {"pending": 2})
    texts = answer(d, lambda t: statement("y = jax.nn.reluu(x)"))
    for text in texts:
        check("only what is left is asked for", "1:\ny = torch._C._VariableFunctions.relu(x)" in text and "2:\n" not in text, text)
    check("both are asked for again", mirror(d, programs, *flags) == {"pending": 2})
    texts = answer(d, lambda t: statement("```python\ny = jax.nn.relu(x)\n```" if number(t) == "1" else "y = jax.nn.relu(x, 3, 4)"))
    for text in texts:
        check("with what was written, and the error", "y = jax.nn.reluu(x)" in text and "has no attribute 'reluu'" in text, text)
    told = mirror(d, programs, *flags)
    check("one is asked for once more, the other runs meanwhile", told.get("pending") == 1 and len(told.get("outputs", [])) == 1, told)
    texts = answer(d, lambda t: statement("y = jax.nn.relu(x, 3, 4)"))
    check("with its new error", len(texts) == 1 and "TypeError" in texts[0], texts)
    out = mirror(d, programs, *flags)
    good, bad = (out.get("outputs") or [{}, {}])[:2]
    check("what was filled in is right", good.get("preserving") is True and "jax.nn.relu(x)" in good.get("program", "") and "import torch" not in good["program"], good)
    check("the rest is as rules wrote it", "jnp.sum(y, axis=0)" in good.get("program", "") and "repaired 1 times" in good.get("notes", []), good)
    check("repairs have an end", bad.get("preserving") is False and "repaired 2 times" in bad.get("notes", []), bad)
    check("tokens are counted apart", good["tokens"]["output"] == 100 and good["tokens"]["knowledge"] + good["tokens"]["code"] == 800 and good["tokens"]["code"] > 0, good["tokens"])
    check("nobody is accused", out.get("findings") == [], out.get("findings"))


def approaches(d, programs):
    for flags, marks, gone in ((("--approach", "crossprobe", "--screen", "any"), ("torch.sum corresponds to", "parameter is which"), ()),
                               (("--without", "distinction", "--screen", "any"), ("Program:",), ("corresponds to",)),
                               (("--without", "matching-model", "--screen", "any"), ("torch.sum corresponds to",), ()),
                               (("--without", "screening"), ("torch.sum corresponds to",), ()),
                               (("--approach", "basic-cot"), ("Convert the program to JAX",), ("corresponds to",)),
                               (("--approach", "fuzzgpt"), ("The same test for JAX",), ("corresponds to", "# Error:")),
                               (("--approach", "yanhui"), ("# Error:",), ("# Framework: JAX",))):
        told = mirror(d, programs[:1], *flags)
        # The same question is not asked twice: where all pairs go by name and no API is dropped, these ask what the paper's way asks.
        same = flags[1] in ("matching-model", "screening") and not told.get("pending")
        check(f"{flags} waits", same or told == {"pending": 1}, told)
        for text in answer(d, lambda t: whole(t) if "Program:" in t else f"```python\n{TWIN.format(n=1)}```"):
            check(f"{flags} says what it must", all(m in text for m in marks) and not any(g in text for g in gone), text)
            if "fuzzgpt" in flags:
                check("two samples of either framework", (text.count("# Framework: PyTorch"), text.count("# Framework: JAX")) == (3, 3), text)
            if "yanhui" in flags:
                check("two to four similar samples", 2 <= text.count("# Framework: PyTorch") <= 4, text)
        out = mirror(d, programs[:1], *flags)
        check(f"{flags} is measured", (out.get("valid"), out.get("preserving")) == (1, 1), out)


def sample(d):
    """--limit draws from all, the same with the same seed; what is asked says where it will run."""
    os.mkdir(f"{d}/many")
    for n in range(50, 58):
        open(f"{d}/many/{n}.py", "w").write(SOURCE.format(n=n))
    flags = ("--approach", "crossprobe", "--screen", "any", "--limit", "2", "--seed", "3")
    check("two of eight wait", mirror(d, [f"{d}/many"], *flags) == {"pending": 2})
    texts = answer(d, whole)
    check("not the first two", len(texts) == 2 and {number(t) for t in texts} != {"50", "51"}, texts)
    for text in texts:
        check("with versions, packages and processor", re.search(r"The new program will run with JAX \d+\.\d+.*CPU only; packages: .*numpy", text), text)
        check("without the rules' helpers", "corresponds to seed_draws" not in text, text)
    out = mirror(d, [f"{d}/many"], *flags)
    check("the same two run", out.get("preserving") == 2 and {o["name"] for o in out["outputs"]} == {f"{number(t)}.py" for t in texts}, out)


def hostile(d):
    os.mkdir(f"{d}/hostile")
    names = {}
    for n, what in enumerate(HOSTILE, 11):  # programs that nobody was asked for yet
        open(f"{d}/hostile/{n}.py", "w").write(SOURCE.format(n=n))
        names[f"{n}.py"] = what
    flags = ("--approach", "basic-cot")
    mirror(d, [f"{d}/hostile"], *flags)
    answer(d, lambda t: list(HOSTILE.values())[int(number(t)) - 11])
    out = mirror(d, [f"{d}/hostile"], *flags)
    outputs = {names[o["name"]]: o for o in out.get("outputs", [])}
    check("each answer is an output", len(outputs) == len(HOSTILE), out)
    for what, o in outputs.items():
        good = what == "prose around it"
        check(f"{what}: taken for what it is", o["valid"] == o["preserving"] == good and bool(o["error_kind"]) != good, o)
    check("nothing is a finding", out.get("findings") == [], out.get("findings"))


def contract(d):
    """A twin whose framework takes what the source's refuses fails an earlier check: that is no preserving, and nobody's fault."""
    source = """import torch\n\ndef outcome(x):
    try:
        return str(torch.matmul(x, torch.ones(2, 2)).dtype)
    except RuntimeError:
        return "refused"\n\nfirst = outcome(torch.ones(2, 2, dtype=torch.float16))\nassert first == "refused"\nassert first != "refused"\n"""
    twin = source.replace("import torch", "import jax.numpy as jnp").replace("torch.matmul", "jnp.matmul").replace("torch.ones(2, 2, dtype=torch.float16)", "jnp.ones((2, 2), dtype=jnp.float16)")
    twin = twin.replace("torch.ones(2, 2)", "jnp.ones((2, 2))").replace("RuntimeError", "TypeError")
    open(f"{d}/refused.py", "w").write(source)
    flags = ("--approach", "crossprobe", "--screen", "off")
    mirror(d, [f"{d}/refused.py"], *flags)
    answer(d, lambda t: json.dumps({"differences": [], "program": twin}))
    out = mirror(d, [f"{d}/refused.py"], *flags)
    check("it is valid, and does not do the same", (out.get("valid"), out.get("preserving"), out.get("findings")) == (1, 0, []), out)


class Server(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        text = body["messages"][-1]["content"]
        told = {"model": "fake", "choices": [{"message": {"role": "assistant", "content": whole(text)}, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": 1000, "completion_tokens": 200}}
        data = json.dumps(told).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


def server(d, programs):
    fake = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=fake.serve_forever, daemon=True).start()
    open(f"{d}/llm.toml", "w").write('[prices]\n"fake" = { input = 1.0, output = 10.0 }\n')
    r = assay("mirror", "run", programs[0], "--to", "jax", "--llm", "openai", "--approach", "crossprobe", "--screen", "any", "--llm-db", f"{d}/server.db", "--store",
              f"{d}/m.db", "--json", OPENAI_BASE_URL=f"http://127.0.0.1:{fake.server_address[1]}/v1", ASSAY_LLM_MODEL="fake", ASSAY_LLM_CONFIG=f"{d}/llm.toml")
    fake.shutdown()
    out = parsed(r)
    check("a server answers at once", (out.get("provider"), out.get("preserving")) == ("openai", 1), r.stdout[:500] + r.stderr)
    check("and costs what it says", abs(out.get("cost", 0) - (1000 * 1.0 + 200 * 10.0) / 1e6) < 1e-12, out.get("cost"))


def table(d):
    told = parsed(assay("mirror", "table", "--store", f"{d}/m.db", "--json"))
    ours = {(row["approach"], row["provider"]): row for row in told["rows"] if row["source"] == "measured"}
    check("every whole approach has a row", set(ours) == {("assay", "file"), ("crossprobe", "file"), ("crossprobe", "openai"), ("basic-cot", "file"), ("fuzzgpt", "file"),
                                                          ("yanhui", "file")}, ours)
    row = ours.get(("crossprobe", "file"), {})
    check("with the paper's columns", all(k in row for k in ("inputs", "outputs", "valid", "valid_share", "preserving", "preserving_share", "preserving_per_input", "bugs",
                                                             "knowledge", "code", "total_input", "output", "cost", "wrong_args", "empty", "untargeted")), row)
    for name, part in (("table5", "matching-model"), ("table6", "screening"), ("table7", "distinction")):
        rows = [(r["setting"], r["without"]) for r in told["tables"][name] if r["source"] == "measured" and r["approach"] == "crossprobe" and r["provider"] == "file"]
        check(f"{name} has both settings", sorted(rows) == [("with", ""), ("without", part)], rows)
    pairs = {r["setting"]: r.get("pairs") for r in told["tables"]["table5"] if r["source"] == "measured" and r["approach"] == "crossprobe" and r["provider"] == "file"}
    check("fewer pairs without the model", 0 < pairs.get("without", 0) < pairs.get("with", 0), pairs)
    check("kinds of errors", {"empty", "untargeted"} & {k for r in told["rows"] for k in ("empty", "untargeted") if r["source"] == "measured" and r[k]}, told["rows"])
    check("transfer errors", any(r["source"] == "measured" and r["approach"] == "basic-cot" for r in told["tables"]["transfer"]), told["tables"]["transfer"])
    people = assay("mirror", "table", "--store", f"{d}/m.db")
    check("a table for people", people.returncode == 0 and all(w in people.stdout for w in ("yanhui", "427", "298", "182", "56.0 %", "26.9 %", "10.7 %")), people.stdout)
    none = assay("mirror", "table", "--store", f"{d}/none.db")
    check("without a store: the paper's, and nothing of ours", none.returncode == 0 and "42.2 %" in none.stdout and "measured" in none.stdout, none.stdout + none.stderr)
    check("and no store is made", not os.path.exists(f"{d}/none.db"))
    open(f"{d}/text.db", "w").write("no store\n" * 100)
    bad = assay("mirror", "table", "--store", f"{d}/text.db")
    check("what is no store is refused", bad.returncode == 2 and "text.db" in bad.stderr, bad.stderr)


with tempfile.TemporaryDirectory() as d:
    programs = [f"{d}/{n}.py" for n in (1, 2)]
    for n, path in enumerate(programs, 1):
        open(path, "w").write(SOURCE.format(n=n))
    parts = {"fill": lambda: fill(d, programs), "approaches": lambda: approaches(d, programs), "sample": lambda: sample(d), "hostile": lambda: hostile(d), "contract": lambda: contract(d), "server": lambda: server(d, programs),
             "table": lambda: table(d)}
    for part in sys.argv[1:] or parts:
        parts[part]()
finish()
