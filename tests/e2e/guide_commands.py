"""The commands of the guides work as they stand there: every block of docs/guide that is marked `sh runnable`.

A block's lines that start with ./assay are run one after the other, all blocks of a page in one new folder. The mark may say more:
`exit=0` the exit codes that are right (0,1 otherwise), `needs=torch,jax` environments without which the block is passed over. The word ID
stands for the first finding of the line's --store.
"""
import os
import pathlib
import re
import shlex

from _assay import HOME, assay, assay_json, check, finish, has_environment, need_environment, scratch, without_models

BLOCK = re.compile(r"^```sh runnable([^\n]*)\n(.*?)^```", re.M | re.S)
LINKED = ("examples", "pool")  # folders of the project that commands name
ENVIRONMENT = without_models(ASSAY_HOME=HOME)


def blocks(page):
    for mark, text in BLOCK.findall(page.read_text(encoding="utf-8")):
        settings = dict(word.split("=", 1) for word in mark.split())
        lines = [line for line in text.splitlines() if line.startswith("./assay ")]
        yield lines, {int(code) for code in settings.get("exit", "0,1").split(",")}, settings.get("needs", "").split(",")


def finding_of(words, folder):
    """The first finding of the store that the line names."""
    store = words[words.index("--store") + 1]
    found = assay_json("findings", "list", "--all", "--store", store, cwd=folder, env=ENVIRONMENT)
    rows = found if isinstance(found, list) else found.get("findings", [])
    return rows[0]["id"] if check(f"{store} has a finding", bool(rows)) else "ID"


def run_line(page, line, codes, folder):
    words = shlex.split(line, comments=True)[1:]
    if "ID" in words:
        words = [finding_of(words, folder) if word == "ID" else word for word in words]
    done = assay(*words, cwd=folder, env=ENVIRONMENT)
    check(f"{page.name}: {line}", done.returncode in codes, (done.returncode, done.stdout[-1500:], done.stderr[-1500:]))


def run_page(page):
    folder = scratch("assay-guide-")
    for name in LINKED:
        os.symlink(os.path.join(HOME, name), os.path.join(folder, name))
    for lines, codes, needs in blocks(page):
        check(f"{page.name}: a runnable block has commands", bool(lines))
        missing = [name for name in needs if name and not has_environment(name)]
        for line in lines if not missing else []:
            run_line(page, line, codes, folder)
        if missing:
            print(f"{page.name}: {lines[0]}: passed over, no environment {', '.join(missing)}", flush=True)


need_environment("onnxruntime", "onnx-conformance")
pages = sorted(pathlib.Path(HOME, "docs", "guide").glob("*.md"))
check("there are guides", 8 <= len(pages) <= 10, len(pages))
check("most guides have a runnable block", sum(bool(list(blocks(page))) for page in pages) >= 8)
for each in pages:
    run_page(each)
finish()
