"""assay llm against a server that misbehaves, and through files: retries, limits, schemas, resuming, accounts, secrets."""
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time

import _assay
from _assay import HOME, check, finish, start_assay, wait_until, without_models

KEY = "sk-secret-4711"
CONFIG = """
[openai]
attempts = 3
first_wait_s = 0.02
longest_wait_s = 5
timeout_s = 20
concurrency = 4
[prices]
"fake-1" = { input = 1.0, output = 2.0 }
"""
SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}, "count": {"type": "integer", "minimum": 1}},
          "required": ["name", "count"], "additionalProperties": False}
printed = ""


@contextlib.contextmanager
def fake_server(log):
    server = subprocess.Popen([sys.executable, os.path.join(HOME, "tests", "fakes", "openai_server.py"), log], stdout=subprocess.PIPE, text=True)
    try:
        yield server.stdout.readline().strip()
    finally:
        server.kill()
        server.wait()


def environment(folder, url):
    return without_models(HOME=folder, XDG_DATA_HOME=folder, XDG_CONFIG_HOME=folder, XDG_CACHE_HOME=folder, OPENAI_BASE_URL=url, OPENAI_API_KEY=KEY,
                          ASSAY_LLM_MODEL="fake-1", ASSAY_LLM_CONFIG=f"{folder}/llm.toml", ASSAY_LLM_DB=f"{folder}/llm.db")


def assay(env, *args):
    global printed
    r = _assay.assay(*args, env=env)
    printed += r.stdout + r.stderr
    return r


def ask(env, *args):
    r = assay(env, "llm", "ask", "--json", "--llm", "openai", *args)
    return r, json.loads(r.stdout or "[]")


def lines_of(log):
    return [json.loads(line) for line in open(log)] if os.path.exists(log) else []


def misbehaving(folder, env, log):
    r, out = ask(env, "a", "b", "fail 2 times", "cut 1", "empty 1", "--samples", "2")
    check("all answered in order", r.returncode == 0 and [x["text"].split(" with")[0] for x in out] ==
          [f"answer to {t}" for t in ("a", "b", "fail 2 times", "cut 1", "empty 1") for _ in range(2)], r.stdout + r.stderr)
    check("samples are asked with their own seeds", out and out[0]["text"] != out[1]["text"], out[:2])
    check("retries are told", "attempt 2 of 3" in r.stderr and "500 from the server" in r.stderr, r.stderr)
    r2, again = ask(env, "a", "b", "fail 2 times", "cut 1", "empty 1", "--samples", "2")
    check("nothing is asked twice", [x["text"] for x in again] == [x["text"] for x in out] and all(x["cached"] for x in again) and
          len([x for x in lines_of(log) if x.get("asked") == "a"]) == 2, again)

    r, out = ask({**env, "OPENAI_API_KEY": KEY + "\n"}, "key out of a file")
    check("a line break behind the key does no harm", r.returncode == 0 and
          [x["key"] for x in lines_of(log) if x.get("asked") == "key out of a file"] == [f"Bearer {KEY}"], r.stderr)
    r, out = ask({**env, "OPENAI_API_KEY": KEY + "\nX-Other: 1"}, "broken key")
    check("a key of two lines is refused", r.returncode == 2 and "OPENAI_API_KEY" in r.stderr, r.stderr)
    r, out = ask({**env, "OPENAI_BASE_URL": env["OPENAI_BASE_URL"].replace("127.0.0.1", "localhost")}, "a")
    check("another server's model of the same name is another one", out and not out[0]["cached"], out)
    r, out = ask(env, "decline")
    check("a model that declines is asked once", out and out[0]["text"] == "I will not." and
          len([x for x in lines_of(log) if x.get("asked") == "decline"]) == 1, out)

    start = time.time()
    r, out = ask(env, "limit 1 0.7")
    check("Retry-After is honoured", r.returncode == 0 and time.time() - start >= 0.7 and "waiting 0.7 s" in r.stderr, r.stderr)
    r, out = ask(env, "limit 1 3600")
    check("but not for an hour", r.returncode == 2 and "3600" in r.stderr and out[0]["trouble"] == "unreachable", r.stderr)
    r, out = ask(env, "fail 9")
    check("patience ends", r.returncode == 2 and "after 3 attempts" in r.stderr, r.stderr)
    r, out = ask(env, "toolong", "c")
    check("a prompt that is too long is told apart", r.returncode == 2 and out[0]["trouble"] == "context-length" and out[1]["trouble"] is None, r.stderr)
    r, out = ask(env, "broke")
    check("no credit is not waited for", r.returncode == 2 and out[0]["trouble"] == "refused" and out[0]["retries"] == 0, r.stderr)
    r, out = ask(env, "leak")
    check("a refused key is explained", r.returncode == 2 and "key" in r.stderr and "[key]" in r.stderr, r.stderr)
    r, out = ask({**env, "OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}, "nobody there")
    check("no server", r.returncode == 2 and "127.0.0.1:9" in r.stderr, r.stderr)
    slow = f"{folder}/slow.toml"
    open(slow, "w").write("[openai]\nattempts = 1\ntimeout_s = 0.3\n")
    r, out = ask({**env, "ASSAY_LLM_CONFIG": slow}, "slow 3")
    check("time-outs", r.returncode == 2 and "within 0.3 s" in r.stderr, r.stderr)


def structured(folder, env, log):
    schema = f"{folder}/schema.json"
    json.dump(SCHEMA, open(schema, "w"))
    r, out = ask(env, "good", "misfit", "misfit-always", "plain", "old", "--schema", schema)
    check("an answer is read as JSON", out and out[0]["value"] == {"name": "relu", "count": 2}, r.stderr)
    check("a misfit is repaired once", out[1]["value"] == {"name": "relu", "count": 2} and out[1]["repaired"], out[1])
    check("the place of a misfit is named", out[2]["trouble"] == "malformed" and "answer: lacks count" in out[2]["message"], out[2])
    check("a server without schemas is told in words", out[3]["value"] == {"name": "relu", "count": 2}, out[3])
    check("a server without max_tokens", out[4]["trouble"] is None, out[4])
    r, many = ask(env, *(f"plain {i}" for i in range(4)), "--schema", schema)
    check("four at once learn it together", len(many) == 4 and all(x["trouble"] is None for x in many), many)
    check("the schema is sent", any(x.get("asked") == "good" and x["body"]["response_format"]["json_schema"]["strict"] for x in lines_of(log)), "")
    r, out = ask(env, "cutoff", "--schema", schema, "--max-tokens", "4")
    check("a cut answer asks for more tokens", out[0]["trouble"] == "malformed" and "max_tokens = 4" in out[0]["message"], out)
    open(schema, "w").write('{"type": "object", "oneOf": []}')
    r, _ = ask(env, "x", "--schema", schema)
    check("an unknown keyword is named", r.returncode == 2 and "oneOf" in r.stderr, r.stderr)


def together(folder, env):
    """Two processes, one ledger, the same questions."""
    env = {**env, "ASSAY_LLM_DB": f"{folder}/together.db"}
    words = [f"both {i}" for i in range(30)]
    both = [start_assay("llm", "ask", "--json", "--llm", "openai", *words, env=env) for _ in range(2)]
    outs = [p.communicate(timeout=60) for p in both]
    check("two processes at once", [p.returncode for p in both] == [0, 0], outs)
    texts = [[x["text"] for x in json.loads(out)] for out, _ in outs]
    check("get the same answers", texts[0] == texts[1] and len(texts[0]) == 30, texts)


def killed(folder, env, log):
    env = {**env, "ASSAY_LLM_DB": f"{folder}/killed.db"}
    words = [f"quick {i}" for i in range(4)] + ["slow 30"]
    process = start_assay("llm", "ask", "--llm", "openai", *words, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wanted = {f"quick {i}" for i in range(4)}
    wait_until(lambda: wanted <= {x.get("answered") for x in lines_of(log)}, 20, 0.05)
    time.sleep(0.5)  # the last answer is on its way
    process.send_signal(signal.SIGKILL)
    process.wait()
    r, out = ask(env, *words[:4])
    check("kill -9 loses no paid answer", len(out) == 4 and all(x["cached"] for x in out), out)


def usage(env):
    r = assay(env, "llm", "usage", "--json")
    out = json.loads(r.stdout)
    row = out["pipelines"][0]
    check("usage counts", row["pipeline"] == "ask" and row["answers"] >= 14 and row["cached"] >= 10 and row["retries"] >= 8 and row["failed"] >= 4
          and row["repairs"] == 2, row)
    check("and prices", row["prompt_tokens"] == 10 * row["answers"] and abs(row["cost"] - row["answers"] * 20e-6) < 1e-9 and row["unpriced"] == 0, row)
    check("usage for people", "fake-1" in assay(env, "llm", "usage").stdout, "")


def files(folder, env):
    env = {**env, "ASSAY_LLM_DB": f"{folder}/files.db"}
    schema, prompts, answers = (f"{folder}/{name}" for name in ("s.json", "prompts.jsonl", "answers.jsonl"))
    json.dump(SCHEMA, open(schema, "w"))

    def run():
        return assay(env, "llm", "ask", "--llm", "file", "--json", "one", "two", "three", "four", "--schema", schema)
    r = run()
    check("prompts are collected", r.returncode == 0 and "4 prompts wait" in r.stderr and "assay llm export" in r.stderr, r.stderr)
    r = assay(env, "llm", "export", "--out", prompts)
    lines = lines_of(prompts)
    check("exported in the batch form, in order", [x["body"]["messages"][0]["content"] for x in lines] == ["one", "two", "three", "four"] and
          all(set(x) == {"custom_id", "method", "url", "body"} for x in lines), lines)
    good = {"choices": [{"message": {"content": '{"name": "x", "count": 1}'}, "finish_reason": "stop"}], "usage": {"prompt_tokens": 3, "completion_tokens": 2}}
    ids = [x["custom_id"] for x in lines]
    with open(answers, "w") as out:
        for line in ({"custom_id": ids[2], "response": {"status_code": 200, "body": good}}, {"custom_id": ids[0], "response": good},
                     {"custom_id": ids[0], "response": good}, {"custom_id": "assay-nobody", "response": good}, {"custom_id": ids[1], "answer": '{"name": 1}'},
                     {"custom_id": ids[1], "response": {"status_code": 500, "body": {}}}, {"response": good}):
            out.write(json.dumps(line) + "\n")
        out.write('{"custom_id": "ass')
    r = assay(env, "llm", "import", answers, "--json")
    report = json.loads(r.stdout)
    check("problems by line", [(p["line"], p["kind"]) for p in report["problems"]] ==
          [(3, "duplicate"), (4, "unknown"), (5, "misfit"), (6, "failed"), (7, "malformed"), (8, "malformed")], report)
    check("good lines are kept, the rest is missing", r.returncode == 2 and report["imported"] == 2 and report["missing"] == [ids[1], ids[3]], report)
    r = run()
    out = json.loads(r.stdout)
    check("the run stands where it was", [x["trouble"] for x in out] == [None, "pending", None, "pending"] and "2 prompts wait" in r.stderr, r.stdout + r.stderr)
    with open(answers, "w") as out:
        for key in (ids[1], ids[3]):
            out.write(json.dumps({"custom_id": key, "answer": '{"name": "y", "count": 2}'}) + "\n")
    r = assay(env, "llm", "import", answers)
    check("the others follow", r.returncode == 0 and "2 of 2 lines imported" in r.stdout and "0 prompts still wait" in r.stdout, r.stdout + r.stderr)
    check("importing again changes nothing", assay(env, "llm", "import", answers).returncode == 0, "")
    r = run()
    check("all there", r.returncode == 0 and all(x["cached"] and x["value"] for x in json.loads(r.stdout)) and "wait" not in r.stderr, r.stderr)


def mistakes(folder, env):
    r = assay(env, "llm", "ask", "--llm", "teapot", "x")
    check("an unknown provider", r.returncode == 2 and "local" in r.stderr, r.stderr)
    r = assay(env, "llm", "ask", "--llm", "none", "x")
    check("none says so", r.returncode == 2 and "doctor" in r.stderr, r.stderr)
    r = assay(env, "llm", "ask", "--llm", "local", "x")
    check("local without a model names the command", r.returncode == 2 and "assay llm pull" in r.stderr, r.stderr)
    r = assay(env, "llm", "ask", "--llm", "openai", "--template", "constraint", "x")
    check("a mistyped template", r.returncode == 2 and "'constraints'" in r.stderr, r.stderr)
    r = assay(env, "llm", "ask", "--llm", "openai", "--template", "constraints", "x")
    check("a missing placeholder, with its file", r.returncode == 2 and "{{parameter}}" in r.stderr and "prompts/constraints.txt" in r.stderr, r.stderr)
    bad = f"{folder}/bad.toml"
    open(bad, "w").write('[openai]\napi_key = "sk-other"\n')
    r = assay({**env, "ASSAY_LLM_CONFIG": bad}, "llm", "doctor")
    check("a key in a file is refused", r.returncode == 2 and "OPENAI_API_KEY" in r.stderr and "sk-other" not in r.stderr, r.stderr)
    open(bad, "w").write("[openai]\nconcurency = 2\n")
    r = assay({**env, "ASSAY_LLM_CONFIG": bad}, "llm", "doctor")
    check("a mistyped setting", r.returncode == 2 and "concurrency" in r.stderr, r.stderr)
    open(f"{folder}/no.gguf", "w").write("not a model")
    r = assay(env, "llm", "pull", "--gguf", f"{folder}/no.gguf")
    check("a file that is no model", r.returncode == 2 and "GGUF" in r.stderr, r.stderr)
    r = assay(env, "llm", "doctor", "--json")
    out = {p["name"]: p for p in json.loads(r.stdout)["providers"]}
    check("doctor", set(out) == {"none", "local", "openai", "file"} and out["openai"]["ready"] and not out["local"]["ready"] and
          out["local"]["fix"] == "assay llm pull", out)


with tempfile.TemporaryDirectory(prefix="assay-llm-") as scratch:
    open(f"{scratch}/llm.toml", "w").write(CONFIG)
    with fake_server(f"{scratch}/server.log") as address:
        settings = environment(scratch, address)
        misbehaving(scratch, settings, f"{scratch}/server.log")
        structured(scratch, settings, f"{scratch}/server.log")
        usage(settings)
        together(scratch, settings)
        killed(scratch, settings, f"{scratch}/server.log")
        files(scratch, settings)
        mistakes(scratch, settings)
    check("the key is sent", any(x.get("key") == f"Bearer {KEY}" for x in lines_of(f"{scratch}/server.log")), "")
    check("the key is never printed", KEY not in printed, "")
    stored = b"".join(open(os.path.join(scratch, n), "rb").read() for n in os.listdir(scratch) if ".db" in n)
    check("nor stored", KEY.encode() not in stored and b"answer to a" in stored, "")
finish()
