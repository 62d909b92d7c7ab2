"""The dashboard in a real browser: work with findings; every page in light and dark colours under axe and at a phone's size; an empty store;
100,000 findings; scripts planted in every text; a report from the disk; models in Netron, where that is installed. One store and one browser for all, since both take long to make."""
import contextlib
import json
import os
import pathlib
import shutil
import sqlite3
import tempfile

from _assay import BACKENDS, assay, assay_json, check, finish
from _browser import HOSTILE, TOKEN, Server, all_pages, planted_store, run, tools

TOTAL = 100_000
FILLED_BY_STORE = ["#/", "#/campaigns", "#/findings", "#/programs/judge", "#/programs/mirror"]


def spoil(value, key=""):
    """Every text in a fact, but for words that the program chooses among and what models are made of."""
    if isinstance(value, dict):
        return {name: spoil(one, name) for name, one in value.items()}
    if isinstance(value, list):
        return [spoil(one, key) for one in value]
    return value + HOSTILE if isinstance(value, str) and key not in ("kind", "status", "state", "outcome") else value


def plant(store):
    with contextlib.closing(sqlite3.connect(store)) as db, db:
        db.execute("UPDATE findings SET message = message || ?, signature = signature || ?, device = ?, version = version || ?, title = ?, class = ?, label = ?, known = ?, stale = 0",
                   [HOSTILE] * 8)
        db.execute("UPDATE sightings SET message = message || ?", [HOSTILE])
        db.execute("UPDATE history SET message = ?, event = event || ?, version = ?", [HOSTILE] * 3)
        for finding, aspect, text in db.execute("SELECT finding, aspect, json FROM facts").fetchall():
            db.execute("UPDATE facts SET json = ? WHERE finding = ? AND aspect = ?", [json.dumps(spoil(json.loads(text))), finding, aspect])
        for campaign, text in db.execute("SELECT id, config FROM campaigns").fetchall():
            db.execute("UPDATE campaigns SET config = ? WHERE id = ?", [json.dumps({**json.loads(text), "hostile": HOSTILE}), campaign])


def multiply(store):
    with contextlib.closing(sqlite3.connect(store)) as db, db:
        columns = [row[1] for row in db.execute("PRAGMA table_info(findings)")]
        have = db.execute("SELECT count(*) FROM findings").fetchone()[0]
        values = {"id": "printf('f%012x', n)", "state": "CASE n % 4 WHEN 0 THEN 'new' WHEN 1 THEN 'confirmed' WHEN 2 THEN 'reduced' ELSE 'reported' END", "count": "n % 1000 + 1",
                  "realism": "(n % 97) / 97.0", "severity": "n % 5 + 1", "grouping": "'g' || (n % 9000)", "message": "'copy ' || n", "title": "'copy ' || n || ' of a finding'", "stale": "0"}
        chosen = ", ".join(values.get(name, name) for name in columns)
        db.execute(f"""INSERT INTO findings ({', '.join(columns)})
                       WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < {TOTAL - have})
                       SELECT {chosen} FROM counted, (SELECT * FROM findings LIMIT 1)""")


def wipe(store):
    with contextlib.closing(sqlite3.connect(store)) as db, db:
        for table in ("facts", "history", "reductions", "sightings", "reports", "progress", "documents", "checks", "findings", "campaigns"):
            db.execute(f"DELETE FROM {table}")


PROGRAM = "import torch\nx = torch.abs(torch.ones(2))\nassert x.sum() == 2, 'p is 1'\n"


def judged(store):
    """A run of `assay judge` by rules: one API with the programs that are kept of it, one of an older assay that kept none."""
    kind = "judge programs torch.abs 0123456789abcdef"
    common = {"framework": "torch", "reached": True, "calls": 1, "programs": 5, "trials": 3, "statuses": {"valid": 5}, "verdicts": {"holds": 2, "not applicable": 1},
              "oracles": {"default": {"holds": 2}, "strides": {"not applicable": 1}}, "problem": "", "suspicions": [], "findings": []}
    kept = {"api": "torch.abs", "framework": "torch", "version": "9.9", "source": "introspection", "documentation": "torch.abs(input, p=1)\n\nAbsolute values.\n\np: p is 1.",
            "texts": [PROGRAM, "import torch\n# " + HOSTILE], "left_out": 0, "programs": [
                {"oracle": "default", "parameter": "p", "verdict": "holds", "status": "valid", "message": "", "claim": "without `p` it is 1", "sentence": "p is 1.",
                 "place": "parameter `p`", "source": "rules", "claim_line": 3, "bytes": len(PROGRAM), "text": 0},
                {"oracle": "strides", "parameter": "", "verdict": "not applicable", "status": "exception", "message": HOSTILE, "claim": HOSTILE, "sentence": HOSTILE, "place": "",
                 "source": "rules", "claim_line": 0, "bytes": 9, "text": 1}]}
    reports = [{**common, "api": "torch.abs", "kept": kind}, {**common, "api": "torch.old"}]
    with contextlib.closing(sqlite3.connect(store)) as db, db:
        campaign = db.execute("INSERT INTO campaigns (config, pipeline, tally, block, state) VALUES (?, 'judge', '{}', 2, X'')", ['{"pipeline": "judge"}']).lastrowid
        db.executemany("INSERT INTO reports (campaign, case_index, report) VALUES (?, ?, ?)", [(campaign, i, json.dumps(one).encode()) for i, one in enumerate(reports)])
        db.execute("INSERT INTO documents (kind, name, json) VALUES (?, 'programs', ?)", [kind, json.dumps(kept)])


def report(store, folder):
    """The part for a report of `store` with strangers' strings in it."""
    judged(store)
    with contextlib.closing(sqlite3.connect(store)) as db, db:
        db.execute("UPDATE findings SET message = message || ?", [HOSTILE + "</script>\u2028"])
    out = pathlib.Path(folder) / "site with spaces"
    done = assay("report", "--store", store, "--out", str(out), "--backend-dir", BACKENDS)
    if not check("assay report", done.returncode == 0, (done.stdout, done.stderr)):
        finish()
    rows = assay_json("findings", "list", "--all", "--store", store)
    shown = [row["id"] for row in rows if row.get("state") != "flaky"]
    return {"script": "report.mjs", "base": out.as_uri() + "/", "finding": shown[0], "campaign": 1, "total": len(rows)}


found = tools()
with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as open_servers:
    store = planted_store(f"{folder}/planted.db")
    evil = os.path.join(folder, "<img src=x onerror=alert(1)>.txt")
    shutil.copy(f"{folder}/slope.txt", evil)
    assay("check", evil, "--seed", "4", "--targets", "planted:hard-swish-slope", "--store", store, "--backend-dir", BACKENDS)

    def serve(name, change=None):
        """A server on a copy of the store, changed."""
        copy = f"{folder}/{name}.db"
        shutil.copy(store, copy)
        if change:
            change(copy)
        return open_servers.enter_context(Server(copy))

    work = serve("work")
    rows = work.get("api/findings")["findings"]
    if not check("the store has findings", rows):
        finish()
    pages = {"script": "pages.mjs", "base": work.base, "pages": all_pages(work)}
    hostile = serve("hostile", plant)
    campaign = hostile.get("api/campaigns")["campaigns"][0]["id"]
    shown = ["#/", "#/findings", "#/findings?group=1", "#/campaigns", f"#/campaigns/{campaign}", "#/targets", "#/programs/judge"]
    shown += [f"#/findings/{row['id']}" for row in hostile.get("api/findings")["findings"][:3]]
    netron = [{"script": "netron.mjs", "base": work.base}] if work.get("api/overview")["netron"] else []
    if not netron:
        print("skipped netron.mjs: Netron is missing; run scripts/setup --dev, or assay targets add netron")
    written = report(shutil.copy(store, f"{folder}/report.db"), folder)
    run(found, [
        {"script": "work.mjs", "base": work.base, "token": TOKEN, "finding": rows[0]["id"]},
        {"script": "finding.mjs", "base": work.base},
        *netron,
        {**pages, "axe": True, "look": {"colorScheme": "light"}},
        {**pages, "axe": ["color-contrast"], "look": {"colorScheme": "dark"}},
        {**pages, "axe": False, "look": {"viewport": {"width": 390, "height": 844}}},
        {"script": "empty.mjs", "base": serve("empty", wipe).base, "pages": FILLED_BY_STORE},
        {"script": "hostile.mjs", "base": hostile.base, "pages": shown, "hostile": HOSTILE, "atLeast": 4},
        {"script": "programs.mjs", "base": serve("judged", judged).base, "start": "", "program": PROGRAM},
        {"script": "many.mjs", "base": serve("many", multiply).base, "total": TOTAL},
        written,
        {"script": "programs.mjs", "base": written["base"], "start": "index.html", "program": PROGRAM},
    ])
finish()
