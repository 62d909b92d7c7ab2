"""assay llm with the real local model: a schema is kept, memory stays small, the server ends with assay, even when that is killed."""
import json
import os
import signal
import subprocess
import tempfile
import time

from _assay import assay_json, check, finish, skip, start_assay, wait_until

TOO_LONG = "word " * 6000  # more than the context of 4096 tokens
MOST_MB = 2048


def servers(of=None):
    """{process: peak memory in MB} of the model servers that run, those started by `of` only."""
    found = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            words = open(f"/proc/{pid}/cmdline").read()
            status = dict(line.split(":", 1) for line in open(f"/proc/{pid}/status"))
        except OSError:
            continue
        if "llm_server.py" in words and (of is None or int(status["PPid"]) == of):
            found[int(pid)] = float(status.get("VmHWM", "0 kB").split()[0]) / 1024
    return found


def watched(env, *args):
    """Result, and the peak memory of the server in MB."""
    process = start_assay(*args, env=env)
    peak, deadline = 0, time.time() + 500
    while process.poll() is None and time.time() < deadline:
        peak = max([peak, *servers(process.pid).values()])
        time.sleep(0.2)
    process.kill()
    out, err = process.communicate()
    return process.returncode, out, err, peak


ready = {p["name"]: p for p in assay_json("llm", "doctor")["providers"]}["local"]
if not ready["ready"]:
    skip(f"{ready['reason']} (assay llm pull)")
with tempfile.TemporaryDirectory(prefix="assay-local-") as folder:
    environment = {**os.environ, "ASSAY_LLM_DB": f"{folder}/llm.db"}
    code, out, err, peak = watched(environment, "llm", "ask", "--llm", "local", "--json", "--template", "constraints", "--set", "parameter=p", "--set",
                                   "text=p (float, optional): probability of an element to be zeroed. Must be between 0 and 1. Default: 0.5")
    answer = (json.loads(out or "[{}]") or [{}])[0]
    value = answer.get("value") or {}
    check("the answer fits its schema", code == 0 and "float" in value.get("types", []) and set(value) <= {"types", "minimum", "maximum", "choices"}, out + err)
    check("tokens are counted", answer.get("prompt_tokens", 0) > 100 and answer.get("completion_tokens", 0) > 5, answer)
    check(f"the server needs less than {MOST_MB} MB", 0 < peak < MOST_MB, peak)
    print(f"{answer.get('prompt_tokens')} + {answer.get('completion_tokens')} tokens in {answer.get('seconds', 0):.1f} s, {peak:.0f} MB: {value}")
    code, again, err, peak = watched(environment, "llm", "ask", "--llm", "local", "--json", "--template", "constraints", "--set", "parameter=p", "--set",
                                     "text=p (float, optional): probability of an element to be zeroed. Must be between 0 and 1. Default: 0.5")
    check("asked again, no server is started", code == 0 and peak == 0 and json.loads(again)[0]["cached"], again + err)
    code, out, err, peak = watched(environment, "llm", "ask", "--llm", "local", "--json", TOO_LONG)
    check("a prompt that is too long is told apart", code == 2 and json.loads(out)[0]["trouble"] == "context-length", out[-500:] + err)

    process = start_assay("llm", "ask", "--llm", "local", "--max-tokens", "1000", "Count to a thousand.", env=environment, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL)
    wait_until(lambda: servers(process.pid), 60, 0.1)
    started = list(servers(process.pid))
    check("a server runs", len(started) == 1, started)
    process.send_signal(signal.SIGKILL)
    process.wait()
    check("kill -9 of assay ends it", wait_until(lambda: not set(started) & set(servers()), 10, 0.1), started)
finish()
