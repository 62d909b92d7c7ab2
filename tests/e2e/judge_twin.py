"""assay judge --oracle twin on real frameworks: calls are carried over, numbers agree, conventions accuse nobody."""
import json
import tempfile

from _assay import assay, check, finish, need_environment

need_environment("torch", "jax")

with tempfile.TemporaryDirectory() as d:
    # sinc and log are the same everywhere (whatever the order they are asked in); equal is a false friend: one answer here, one per element there.
    r = assay("judge", "--api", "torch.sinc", "--api", "torch.log", "--api", "torch.Tensor.equal", "--oracle", "twin", "--llm", "none", "--jobs", "1",
              "--store", f"{d}/t.db", "--json")
    out = json.loads(r.stdout or "{}")
    verdicts = out.get("oracles", {}).get("twin", {})
    check("twins agree", r.returncode == 0 and verdicts.get("holds", 0) >= 40, r.stdout + r.stderr)
    check("nobody is accused", out.get("findings") == [] and "broken" not in verdicts, out.get("findings"))
    check("every program is counted", out.get("programs") == sum(out.get("statuses", {}).values()), out.get("statuses"))
finish()
