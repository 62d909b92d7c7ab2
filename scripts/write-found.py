#!/usr/bin/env python3
"""Writes the tables of docs/measurements/found.md from the folders of bugs/own.

  scripts/write-found.py              writes them
  scripts/write-found.py --check      exit code 1 and what is wrong, when a page and the folders do not agree

A table stands between `<!-- own bugs: SECTION: begin -->` and `<!-- own bugs: end -->`. A folder names its section in bug.toml; one without
a section, with the version that mends it, belongs to `mended`. Every folder stands in one table, and every row is that of a folder;
mended ones share a row where they share versions.
"""
import csv
import pathlib
import re
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
OWN = ROOT / "bugs" / "own"
PAGE = ROOT / "docs" / "measurements" / "found.md"
BLOCK = re.compile(r"(<!-- own bugs: ([a-z0-9-]+): begin -->\n).*?(<!-- own bugs: end -->)", re.S)
# A table that somebody writes by hand beside those of the folders would be a claim that nothing holds.
BY_HAND = re.compile(r"^\|(?! ---)", re.M)
NAMES = {"jax": "JAX", "onnxruntime": "ONNX Runtime", "openvino": "OpenVINO", "pytorch": "PyTorch", "tensorflow": "TensorFlow", "tvm": "TVM"}


def titles(library):
    """Title and version of each row of the library's table."""
    with open(OWN / f"bug_dataset_{library}.csv", newline="", encoding="utf-8") as file:
        return {row["Issue #"]: (row["Title"], row["Buggy Version"]) for row in csv.DictReader(file)}


def bugs(wrong):
    out = []
    for library in sorted(path for path in OWN.iterdir() if path.is_dir()):
        rows = titles(library.name)
        for name in rows:
            if not (library / f"issue_{name}").is_dir():
                wrong.append(f"bugs/own/bug_dataset_{library.name}.csv: {name} has no folder")
        for folder in sorted(library.glob("issue_*")):
            name, file = folder.name.removeprefix("issue_"), folder / "bug.toml"
            try:
                notes = tomllib.loads(file.read_text(encoding="utf-8"))
            except (OSError, ValueError) as error:
                wrong.append(f"{file.relative_to(ROOT)}: {error}")
                continue
            if name not in rows:
                wrong.append(f"bugs/own/bug_dataset_{library.name}.csv: no row for {name}")
                continue
            title, version = rows[name]
            section = notes.get("section") or ("mended" if notes.get("fixed_version") else "")
            if not section:
                wrong.append(f"{file.relative_to(ROOT)}: neither a section nor a fixed_version")
            out.append({**notes, "library": library.name, "id": f"{library.name}/{name}", "title": title, "version": version, "section": section})
    return out


def cell(text):
    return " ".join(text.split()).replace("|", "\\|")


def plain(text):
    """A title may hold what Markdown would take for markup."""
    return cell(text).replace("<", "&lt;")


def table(section, entries):
    if section == "mended":  # titles are in the database; what lives takes the page's words
        together = {}
        for b in entries:
            together.setdefault((NAMES.get(b["library"], b["library"]), b["version"], b["fixed_version"]), []).append(f"`{b['id']}`")
        lines = ["| Has them | Mended in | Bugs |", "| --- | --- | --- |"]
        return lines + [f"| {name} {has} | {fixed} | {', '.join(ids)} |" for (name, has, fixed), ids in together.items()]
    lines = ["| Bug | What | Smallest case | Got | Truth |", "| --- | --- | --- | --- | --- |"]
    for b in entries:
        where = f" ({b['machine']}, {b['version']})" if b.get("machine") == "x86_64" else f" ({b['machine']})" if b.get("machine") else ""
        lines.append(f"| `{b['id']}` | {plain(b['title'])}{where} | {cell(b['case'])} | {cell(b['got'])} | {cell(b['truth'])} |")
    return lines


def counts(entries):
    living = [b for b in entries if b["section"] != "mended"]
    lines = ["| Framework | Version | Bugs | Mended |", "| --- | --- | --- | --- |"]
    for library in sorted({b["library"] for b in entries}, key=str.lower):
        mine = [b for b in living if b["library"] == library]
        versions = ", ".join(sorted({b["version"] for b in mine}, reverse=True))
        mended = sum(b["library"] == library for b in entries) - len(mine)
        lines.append(f"| {NAMES.get(library, library)} | {versions} | {len(mine)} | {mended} |")
    return lines + [f"| all | | {len(living)} | {len(entries) - len(living)} |"]


def written(text, entries, wrong):
    sections = [found[2] for found in BLOCK.finditer(text)]
    for b in entries:
        if b["section"] and sections.count(b["section"]) != 1:
            wrong.append(f"{b['id']}: its section '{b['section']}' has {sections.count(b['section'])} tables in {PAGE.relative_to(ROOT)}")

    def fill(found):
        lines = counts(entries) if found[2] == "counts" else table(found[2], [b for b in entries if b["section"] == found[2]])
        return found[1] + "\n" + "\n".join(lines) + "\n\n" + found[3]

    for found in BY_HAND.finditer(BLOCK.sub("", text)):
        line = BLOCK.sub("", text)[found.start():].split("\n", 1)[0]
        wrong.append(f"{PAGE.relative_to(ROOT)}: a row that no folder of bugs/own holds: {line[:80]}")
    return BLOCK.sub(fill, text)


def main():
    wrong = []
    entries = bugs(wrong)
    text = PAGE.read_text(encoding="utf-8")
    new = written(text, entries, wrong)
    if sys.argv[1:] == ["--check"]:
        if new != text:
            wrong.append(f"{PAGE.relative_to(ROOT)} is not what bugs/own says; scripts/write-found.py writes it")
    elif not wrong:
        PAGE.write_text(new, encoding="utf-8")
    if wrong:
        print("\n".join(wrong))
        sys.exit(1)
    print(f"{len(entries)} bugs in bugs/own, all of them in {PAGE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
