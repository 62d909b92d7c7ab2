"""What becomes of a finding of assay judge: a run that is killed goes on, findings are confirmed, reduced, worked on by triage and tested again; the program of an
issue is judged with its own call, and the installed documentation is not accused."""
import contextlib
import json
import sqlite3
import subprocess
import tempfile

from _assay import HANG_SECONDS, assay, check, finish, need_environment, parsed, start_assay, wait_until
from _old_claim import refute_old_claim

need_environment("torch")
SEVERAL = [word for name in ("fft", "fftfreq", "fftshift", "hfft", "ifftshift", "rfftfreq") for word in ("--api", f"torch.fft.{name}")]

with tempfile.TemporaryDirectory() as d:
    db = f"{d}/j.db"
    ID = refute_old_claim(d, db)[2]["id"]
    r = assay("findings", "confirm", ID, "--runs", "1", "--store", db, "--json")
    check("confirm", r.returncode == 1 and parsed(r).get("shown") == 1, r.stdout + r.stderr)
    r = assay("reduce", ID, "--store", db, "--json")
    check("reduce", r.returncode == 0 and parsed(r)["statements"] < parsed(r)["original_statements"], r.stdout + r.stderr)
    r = assay("findings", "triage", "--store", db, "--json")
    check("triage", r.returncode == 0 and parsed(r).get("reduced") == 1, r.stdout + r.stderr)
    r = assay("findings", "retest", ID, "--store", db, "--json")
    check("retest", parsed(r).get("counts") == {"still there": 1}, r.stdout + r.stderr)

    # The program of an issue: its own call comes first.
    with open(f"{d}/issue.py", "w") as g:
        g.write("import torch\nx = torch.ones(7, 11)  # of another size\na = torch.ones(3, 4)\ny = torch.addmm(x, a, a.T, beta=0)\n")
    r = assay("judge", "--issue", f"{d}/issue.py", "--oracle", "ignored-if", "--llm", "none", "--store", f"{d}/new.db", "--jobs", "1", "--json")
    out = parsed(r)
    check("issue", out.get("issue", {}).get("api") == "torch.addmm" and out["issue"]["status"] == "exception" and out["issue"]["own_call"],
          r.stdout + r.stderr)
    check("the installed documentation is not accused", out.get("findings") == [] and r.returncode == 0, r.stdout + r.stderr)

    # Killed in the middle, nothing that was done is lost or done twice.
    process = start_assay("judge", *SEVERAL, "--llm", "none", "--store", f"{d}/k.db", "--jobs", "1", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def reports_kept():
        try:
            with contextlib.closing(sqlite3.connect(f"file:{d}/k.db?mode=ro", uri=True)) as opened:
                return opened.execute("SELECT count(*) FROM reports").fetchone()[0]
        except sqlite3.Error:
            return 0

    wait_until(lambda: process.poll() is not None or reports_kept() >= 2, HANG_SECONDS, 0.1)
    process.kill()
    process.wait()

    def kept_in(store):
        """By API: its report, and what is kept of its programs."""
        with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as opened:
            found = [json.loads(text) for (text,) in opened.execute("SELECT report FROM reports")]
            documents = dict(opened.execute("SELECT kind, json FROM documents"))
        return {one["api"]: (one, json.loads(documents.get(one.get("kept"), '{"programs": [], "texts": []}'))) for one in found}

    def told(kept):
        """Without what was seen, where addresses of objects may stand."""
        return [{key: value for key, value in one.items() if key != "message"} for one in kept["programs"]], kept["texts"]

    def reports():
        return dict(sqlite3.connect(f"file:{d}/k.db?mode=ro", uri=True).execute("SELECT case_index, report FROM reports").fetchall())

    before = reports()
    r = assay("judge", "--resume", "--store", f"{d}/k.db", "--json")
    rest, after = parsed(r), reports()
    whole = parsed(assay("judge", *SEVERAL, "--llm", "none", "--store", f"{d}/w.db", "--json"))
    check("something was done", len(before) >= 2, len(before))
    check("all is done", rest.get("left") == 0 and rest.get("apis") == whole.get("apis") == len(after), r.stdout + r.stderr)
    check("what was done stays as it was", all(after.get(k) == v for k, v in before.items()))
    resumed, in_one_piece = kept_in(f"{d}/k.db"), kept_in(f"{d}/w.db")
    for api, (one, kept) in resumed.items():
        oracles = {program["oracle"] for program in kept["programs"]}
        check(f"{api}: a program of every oracle is kept, whatever it found", set(one["oracles"]) <= oracles and oracles, (one["oracles"], oracles))
        check(f"{api}: each is whole and has its evidence", all(kept["texts"][program["text"]] and program["sentence"] for program in kept["programs"]), kept["programs"])
        check(f"{api}: words of the documentation have their place", any(program["place"] for program in kept["programs"]), kept["programs"])
        if one["oracles"] == in_one_piece.get(api, ({"oracles": None},))[0]["oracles"]:
            check(f"{api}: the same is kept in one piece", told(kept) == told(in_one_piece[api][1]), (kept, in_one_piece[api][1]))
    # The number of programs is no part of the promise: a call that a busy machine does not finish in time is left out.
    check("findings as in one piece, whatever the number of jobs", rest.get("findings") == whole.get("findings"),
          (rest.get("findings"), whole.get("findings")))
finish()
