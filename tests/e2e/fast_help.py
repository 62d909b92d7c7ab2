"""The documentation by `assay help`: topics in a terminal, the site with its links, the manual page."""
import html.parser
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import urllib.parse

from _assay import HOME, assay, check, finish

ALONE = {"br", "hr", "img", "input", "link", "meta"}

# --- topics ---
r = assay("help", "topics")
topics = re.findall(r"^  ([a-z-]+) +\S", r.stdout, re.M)
check("a dozen topics or more", r.returncode == 0 and len(topics) >= 12, topics)
for name in topics:
    r = assay("help", name)
    check(f"help {name}", r.returncode == 0 and r.stderr == "" and len(r.stdout.split("\n")) > 4 and "\nFrom docs/" in r.stdout, (r.stdout[:200], r.stderr))
    check(f"help {name}: no markup is left", not re.search(r"\]\(|^#|\*\*\w|^\|", r.stdout, re.M), r.stdout[:300])
check("words of a topic", assay("help", "exit", "codes").stdout == assay("help", "exit-codes").stdout)
check("a page and a topic state the same", "| 3 | internal error" in pathlib.Path(HOME, "docs/reference/commands.md").read_text()
      and re.search(r"^3 +internal error", assay("help", "exit-codes").stdout, re.M))
r = assay("help", "sandbx")
check("a mistyped topic is corrected", r.returncode == 2 and "'sandbox'" in r.stderr and r.stdout == "", r.stderr)
r = assay("help", "targets")
check("a word that is a command, too, shows both", r.returncode == 0 and "Usage:" in r.stdout and "From docs/reference/targets.md" in r.stdout, r.stdout[:200])
r = assay("help", "findings", "list")
check("help of an action", r.returncode == 0 and r.stdout == assay("findings", "list", "--help").stdout, r.stdout[:200])
r = assay("help", "verdicts", env={**os.environ, "ASSAY_HOME": "/nowhere"})
check("without pages it says where they should be", r.returncode == 2 and "ASSAY_HOME" in r.stderr, r.stderr)


class PageReader(html.parser.HTMLParser):
    """Ids, links and resources of a page; complains of elements that are not closed."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.resources, self.open, self.problems = set(), [], [], [], []
        self.feed(text)
        self.problems += self.open

    def handle_starttag(self, tag, attributes):
        named = dict(attributes)
        if "id" in named and named["id"] in self.ids:
            self.problems.append(f"id {named['id']} twice")
        self.ids.add(named.get("id"))
        if tag == "a":
            self.links.append(named["href"])
        elif named.get("src") or named.get("href"):
            self.resources.append(named.get("src") or named["href"])
        self.problems += [f"{tag} {name}" for name in named if name.startswith("on") or name == "style"]
        if tag not in ALONE:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"</{tag}>")


with tempfile.TemporaryDirectory() as folder:
    # --- the site ---
    site = pathlib.Path(folder, "site")
    r = assay("help", "--site", str(site))
    check("the site is written", r.returncode == 0 and (site / "index.html").exists(), r.stderr)
    pages = {path: PageReader(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    sources = [path for path in pathlib.Path(HOME, "docs").rglob("*.md")]
    check("a page for every page of docs/", len(pages) >= len(sources), (len(pages), len(sources)))
    for path, page in pages.items():
        name = path.relative_to(site)
        check(f"{name}: well formed", not page.problems, page.problems[:3])
        for link in page.links + page.resources:
            address, _, anchor = link.partition("#")
            if link in page.links and address.startswith("https://"):
                continue
            goal = (path.parent / urllib.parse.unquote(address)).resolve() if address else path
            if not goal.is_file() or (anchor and anchor not in pages[goal].ids):
                check(f"{name}: {link} leads somewhere", False)
    check("links are there", sum(len(page.links) for page in pages.values()) > 1000)
    check("once more into the same folder", assay("help", "--site", str(site)).returncode == 0)
    r = assay("help", "--site", HOME)
    check("not into a folder of something else", r.returncode == 2 and "holds other files" in r.stderr, r.stderr)

    # --- the manual page ---
    man = (site / "assay.1").read_text()
    check("the manual page alone is the same", assay("help", "--man").stdout == man)
    plain = man.replace("\\-", "-")
    script = assay("completion", "bash").stdout
    for path, words in re.findall(r"^    '([^']*)'\) words='([^']*)' ;;$", script, re.M):
        check(f"man: assay {path}", not path or f".SS assay {path}\n" in plain)
        missing = [word for word in words.split() if word.startswith("--") and word != "--help" and f".B {word}\n" not in plain]
        check(f"man: the flags of assay {path}", not missing, missing)
    check("man: global flags", ".B --help\n" in plain and ".B --version\n" in plain)
    for title in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "ENVIRONMENT", "FILES", "EXIT STATUS", "EXAMPLES"):
        check(f"man: {title}", f".SH {title}\n" in man)
    for tool in (["groff", "-man", "-ww", "-Tutf8"], ["mandoc", "-Tlint", "-Wwarning"]):
        if not shutil.which(tool[0]):
            print(f"skipped: {tool[0]} is missing")
            continue
        r = subprocess.run([*tool, site / "assay.1"], capture_output=True, text=True, timeout=60)
        said = r.stderr if tool[0] == "groff" else "\n".join(line for line in (r.stdout + r.stderr).splitlines() if "missing date" not in line)
        check(f"{tool[0]} has nothing to complain of", said.strip() == "", said[:500])
finish()
