"""The documentation in a real browser, from the disk and under the dashboard's Help: search, links, colours, a phone's size, axe."""
import pathlib
import tempfile

from _assay import assay, check, finish
from _browser import Server, run, tools

# One of each kind: lists, tables, pictures, code, formulas. axe takes seconds for each.
JUDGED = ["index.html", "readme.html", "guide/check-a-model.html", "reference/commands.html", "reference/certified-reference.html", "measurements/study.html",
          "decisions/index.html"]

found = tools()
with tempfile.TemporaryDirectory() as folder:
    site = pathlib.Path(folder) / "site with spaces"
    done = assay("help", "--site", str(site))
    if not check("the site is written", done.returncode == 0, done.stderr):
        finish()
    model, store = f"{folder}/model.txt", f"{folder}/store.db"
    pathlib.Path(model).write_text("graph (x: float32[4]) -> (y) { y = Relu(x) }\n")
    assay("check", model, "--targets", "reference", "--store", store)
    with Server(store) as server:
        run(found, [{"script": "help.mjs", "base": site.as_uri() + "/", "start": "index.html", "axe": JUDGED},
                    {"script": "help.mjs", "base": server.base, "start": "", "served": True}])
finish()
