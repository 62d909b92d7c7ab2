"""`assay issues` as a user meets it: mining from a local tracker that speaks GitHub's protocol, dumps, filters, parts, mistakes."""
import json
import os
import subprocess
import sys
import tempfile

from _assay import HOME, assay, check, finish, parsed


class Tracker:
    def __init__(self, *flags):
        self.log = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen([sys.executable, f"{HOME}/tests/fakes/github_server.py", *flags],
                                        stdout=subprocess.PIPE, stderr=self.log, text=True)
        self.address = self.process.stdout.readline().strip()

    def requests(self):
        self.log.seek(0)
        return self.log.read().splitlines()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def issues(*words, api="http://127.0.0.1:1", token="secret-4711"):
    environment = {**os.environ, "ASSAY_GITHUB_API": api, "GITHUB_TOKEN": token, "XDG_CACHE_HOME": f"{folder}/cache",
                   "XDG_DATA_HOME": f"{folder}/data"}
    return assay("issues", *words, env=environment)


def issues_json(*words, **options):
    return parsed(issues(*words, "--json", **options))


with tempfile.TemporaryDirectory() as folder:
    store = f"{folder}/issues.db"
    with Tracker("--limit-after", "3") as tracker:
        r = issues("mine", "--repo", "acme/frame", "--store", store, "--out", f"{folder}/all.jsonl", "--json", api=tracker.address)
        mined = json.loads(r.stdout or "{}")
        check("all pages are read, pull requests left out", mined.get("fetched") == 234, (mined.get("fetched"), r.stderr))
        check("it waits at the rate limit and says so", "rate limit" in r.stderr, r.stderr)
        check("the token is never printed", "4711" not in r.stdout + r.stderr)
        check("the token is sent", all("with a token" in line for line in tracker.requests()))
        before = len(tracker.requests())
        again = issues_json("mine", "--repo", "acme/frame", "--store", store, api=tracker.address)
        check("nothing is fetched twice", again.get("fetched") == 0 and again.get("known") == 234, again.get("known"))
        check("only the listing is asked again", len(tracker.requests()) - before == 3, len(tracker.requests()) - before)
        check("one line per report is written", sum(1 for _ in open(f"{folder}/all.jsonl")) == 234)

        some = issues_json("mine", "--repo", "acme/frame", "--query", "dtype", "--store", f"{folder}/s.db", api=tracker.address)
        check("a search finds by words", some.get("issues") == ["acme/frame#1"], some)
        fixed = issues_json("mine", "--repo", "acme/frame", "--state", "closed", "--closed-fixed", "--store", f"{folder}/s.db", api=tracker.address)
        check("closed and fixed only", fixed.get("issues") == ["acme/frame#1"] and fixed.get("left_out") == 1, fixed)
        r = issues("mine", "--repo", "acme/frame", "--query", "bad:x", "--store", f"{folder}/s.db", api=tracker.address)
        check("a bad query is explained", r.returncode == 2 and "--query" in r.stderr, r.stderr)
        r = issues("mine", "--repo", "acme/nothing", "--store", f"{folder}/s.db", api=tracker.address)
        check("an unknown repository is explained", r.returncode == 2 and "no such repository" in r.stderr, r.stderr)
        r = issues("mine", "--repo", "acme/frame", "--store", f"{folder}/s2.db", api=tracker.address, token="wrong")
        check("a bad token is explained", r.returncode == 2 and "GITHUB_TOKEN" in r.stderr, r.stderr)
    with Tracker("--search-window", "1000") as tracker:
        r = issues_json("mine", "--repo", "acme/frame", "--query", "report", "--since", "2024-08-20", "--limit", "5",
                        "--store", f"{folder}/w.db", api=tracker.address)
        check("limit and date", r.get("listed") == 5, r)
    with Tracker("--die-after", "6") as tracker:
        r = issues("mine", "--repo", "acme/frame", "--store", f"{folder}/k.db", api=tracker.address)
        check("a tracker that goes away is told", r.returncode == 2 and "kept" in r.stderr, r.stderr)
    with Tracker() as tracker:
        r = issues_json("mine", "--repo", "acme/frame", "--store", f"{folder}/k.db", api=tracker.address)
        check("it goes on from there", r.get("known", 0) >= 1 and r.get("known") + r.get("fetched") == 234, r)

    one = issues_json("show", "#1", "--store", store)
    check("parts", one.get("version") == "2.4.0" and one["fixed"] and "torch.add" in (one["program"] or ""), one.get("version"))
    check("fixes carry commit messages", [f["kind"] for f in one["fixes"]] == ["pull", "commit"]
          and one["fixes"][0]["messages"] == ["[inductor] keep the dtype of bmm"], one["fixes"])
    check("maintainers' words", one["parts"]["maintainers"][0]["author"] == "dev", one["parts"]["maintainers"])
    check("a category with its sentence", one["category"]["category"] == "configuration" and one["category"]["because"][0]["sentence"], one["category"])
    check("an optimisation bug", one["optimisation"]["category"] == "wrong-type", one["optimisation"])
    four = issues_json("show", "acme/frame#4", "--store", store)
    links = {link["url"].split("/")[3]: link for link in four["links"]}
    check("gist, notebook and what cannot be had", len(four["links"]) == 3 and "torch.zeros" in links["github"]["text"]
          and "!pip" not in links["github"]["text"] and links["drive"]["problem"], four["links"])
    r = issues("show", "#4", "--code", "--store", store)
    check("a program ready to run", r.returncode == 0 and "import torch" in r.stdout, r.stderr)
    r = issues("show", "#1", "--prompt", "mirror", "--store", store)
    check("a prompt for a model", "- computation: " in r.stdout and "dtype" in r.stdout, r.stderr)

    r = issues_json("list", "--usable", "--with-program", "--store", store)
    check("screened by platform", [i["id"] for i in r] == ["acme/frame#1", "acme/frame#4"], [i["id"] for i in r][:4])
    r = issues_json("list", "--label", "module: mps", "--store", store)
    check("the platform is named", [i["platforms"] for i in r] == [["mps"]], r)
    r = issues_json("list", "--until", "2024-08-01", "--store", store)
    check("cut-off date", [i["id"] for i in r] == ["acme/frame#1"], len(r))
    r = issues("list", "--since", "yesterday", "--store", store)
    check("a bad date is explained", r.returncode == 2 and "2024-07-25" in r.stderr, r.stderr)
    r = issues("list", "--category", "weather", "--store", store)
    check("categories are listed", r.returncode == 2 and "formats" in r.stderr, r.stderr)
    r = issues("list", "--store", f"{folder}/none.db")
    check("no store yet", r.returncode == 2 and "assay issues mine" in r.stderr, r.stderr)

    r = issues("import", f"{folder}/all.jsonl", "--store", f"{folder}/copy.db")
    check("what was written can be read", r.returncode == 0 and "234 reports" in r.stdout, r.stderr)
    check("the copy is the same", issues_json("show", "#1", "--store", f"{folder}/copy.db") == one)
    open(f"{folder}/bad.json", "w").write('[{"repo": "a/b", "number": 1, "title": "x"},\n{"number": 2},\n{oops}]')
    r = issues("import", f"{folder}/bad.json", "--store", f"{folder}/b.db")
    check("bad entries are named by line, others kept", r.returncode == 2 and "bad.json:2" in r.stderr and "bad.json:3" in r.stderr
          and "1 reports imported" in r.stdout, r.stdout + r.stderr)
    os.makedirs(f"{folder}/bugs/pytorch/issue_120903")
    open(f"{folder}/bugs/pytorch/issue_120903/test_issue_120903.py", "w").write("import torch\ntorch.add(1, 2)\n")
    r = issues("import", f"{folder}/bugs", "--store", f"{folder}/b.db")
    check("bug folders", r.returncode == 0 and "torch.add" in issues("show", "pytorch/pytorch#120903", "--code", "--store", f"{folder}/b.db").stdout, r.stderr)
    r = issues("import", f"{folder}/nothing.json")
    check("a missing file is named", r.returncode == 2 and "nothing.json" in r.stderr, r.stderr)

    r = issues("pairs", "--json")
    check("mirroring pairs", r.returncode == 0 and len(json.loads(r.stdout)) >= 20, r.stderr)
    r = issues("pool", "--json")
    check("the pool", r.returncode == 0 and len(json.loads(r.stdout)) >= 60, r.stderr)
finish()
