"""A small tracker that speaks GitHub's REST protocol: search, listing, comments, timeline, commits, gists, contents, pages, rate limits.

github_server.py [--limit-after N] [--die-after N] [--search-window N]: prints its address and serves until it is killed.
Every request is noted on stderr as one line, with whether a token came along.
"""
import argparse
import json
import re
import sys
import urllib.parse
from http.server import BaseHTTPRequestHandler, HTTPServer

REPO = "acme/frame"
PROGRAM = "```python\nimport torch\nprint(torch.add(torch.ones(2), 1))\n```\n"


def issue(number, title, body, state="open", labels=(), comments=0, day=1, reason=None):
    return {"number": number, "title": title, "body": body, "state": state, "state_reason": reason, "comments": comments,
            "labels": [{"name": label} for label in labels], "user": {"login": "reporter"}, "author_association": "NONE",
            "created_at": f"2024-08-{day:02d}T10:00:00Z", "updated_at": f"2024-09-{day:02d}T10:00:00Z",
            "html_url": f"https://github.com/{REPO}/issues/{number}"}


ISSUES = [
    issue(1, "torch.compile gives a wrong dtype", PROGRAM + "PyTorch version: 2.4.0\n", "closed", ["oncall: pt2"], 2, 1, "completed"),
    issue(2, "Conv1d differs on MPS", PROGRAM, "open", ["module: mps"], 0, 2),
    {**issue(3, "a pull request", "", "closed", (), 0, 3), "pull_request": {"merged_at": "2024-08-03T10:00:00Z"}},
    issue(4, "nan in the gist", "see https://gist.github.com/acme/0123456789abcdef", "open", ["bug"], 1, 4),
    issue(5, "not planned", "nothing", "closed", (), 0, 5, "not_planned"),
] + [issue(n, f"report {n}", "text", "open", ["many"], 0, 6 + n % 20) for n in range(10, 240)]
COMMENTS = {
    1: [{"user": {"login": "dev"}, "author_association": "MEMBER", "body": "The decomposition promotes.", "created_at": "2024-08-02T00:00:00Z"},
        {"user": {"login": "x"}, "author_association": "NONE", "body": "thanks", "created_at": "2024-08-03T00:00:00Z"}],
    4: [{"user": {"login": "t"}, "author_association": "COLLABORATOR",
         "body": "https://colab.research.google.com/github/acme/books/blob/main/a/repro.ipynb and https://colab.research.google.com/drive/1xyz"}],
}
PULL = {"number": 9, "title": "Keep the dtype", "body": "Fixes #1\nThe sum was promoted.", "state": "closed",
        "labels": [{"name": "Merged"}], "pull_request": {"merged_at": None}}
TIMELINE = {1: [{"event": "labeled"}, {"event": "cross-referenced", "source": {"issue": PULL}},
                {"event": "closed", "commit_id": "abc123"}], 5: [{"event": "closed", "commit_id": None}]}
NOTEBOOK = {"cells": [{"cell_type": "code", "source": ["!pip install torch\n", "import torch\n", "torch.log(torch.zeros(1))\n"]}]}


class Handler(BaseHTTPRequestHandler):
    served = 0

    def reply(self, value, status=200, headers=()):
        data = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(status)
        for name, text in headers:
            self.send_header(name, text)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def page(self, entries, query, wrap=lambda part: part):
        size, number = int(query.get("per_page", ["30"])[0]), int(query.get("page", ["1"])[0])
        part = entries[(number - 1) * size:number * size]
        headers = []
        if number * size < len(entries):
            query["page"] = [str(number + 1)]
            path = urllib.parse.urlsplit(self.path).path
            host, port = self.server.server_address
            address = f"http://{host}:{port}{path}?{urllib.parse.urlencode(query, doseq=True)}"
            headers = [("Link", f'<{address}>; rel="next"')]
        self.reply(wrap(part), 200, headers)

    def do_GET(self):
        Handler.served += 1
        token = self.headers.get("Authorization", "")
        print(self.path, "with a token" if token else "anonymous", file=sys.stderr, flush=True)
        if ARGS.die_after and Handler.served > ARGS.die_after:
            return self.reply({"message": "gone"}, 410)
        if ARGS.limit_after and Handler.served == ARGS.limit_after:
            return self.reply({"message": "API rate limit exceeded"}, 403, [("Retry-After", "1"), ("X-RateLimit-Remaining", "0")])
        if token == "Bearer wrong":
            return self.reply({"message": "Bad credentials"}, 401)
        url = urllib.parse.urlsplit(self.path)
        query = urllib.parse.parse_qs(url.query)
        if url.path == "/search/issues":
            return self.search(query)
        if url.path == f"/repos/{REPO}/issues":
            wanted = query.get("state", ["open"])[0]
            labels = [label for text in query.get("labels", []) for label in text.split(",")]
            entries = [i for i in ISSUES if wanted in ("all", i["state"])
                       and all(label in [x["name"] for x in i["labels"]] for label in labels)]
            return self.page(entries, query)
        match = re.fullmatch(rf"/repos/{REPO}/issues/(\d+)/(comments|timeline)", url.path)
        if match:
            return self.page((COMMENTS if match[2] == "comments" else TIMELINE).get(int(match[1]), []), query)
        fixed = {f"/repos/{REPO}/pulls/9/commits": [{"commit": {"message": "[inductor] keep the dtype of bmm"}}],
                 f"/repos/{REPO}/commits/abc123": {"commit": {"message": "Land the fix\n\nMore."}},
                 "/gists/0123456789abcdef": {"files": {"a.py": {"content": "import torch\ntorch.log(torch.tensor(-1.0))\n"}}}}
        if url.path in fixed:
            return self.reply(fixed[url.path])
        if url.path == "/repos/acme/books/contents/a/repro.ipynb":
            return self.reply(json.dumps(NOTEBOOK).encode())
        return self.reply({"message": "Not Found"}, 404)

    def search(self, query):
        text = query["q"][0]
        if "bad:" in text:
            return self.reply({"message": "Validation Failed"}, 422)
        since = re.search(r"created:(?:>=)?([\d-]{10})", text)
        words = [w for w in re.sub(r"\S+:(\"[^\"]*\"|\S+)", "", text).split() if w]
        entries = [i for i in sorted(ISSUES, key=lambda i: (i["created_at"], i["number"]))
                   if "pull_request" not in i and all(w.lower() in i["title"].lower() for w in words)
                   and (not since or i["created_at"][:10] >= since[1])]
        total = len(entries)
        window = entries[:ARGS.search_window]
        self.page(window, query, lambda part: {"total_count": total, "incomplete_results": False, "items": part})

    def log_message(self, *_):
        pass


parser = argparse.ArgumentParser()
parser.add_argument("--limit-after", type=int, default=0)
parser.add_argument("--die-after", type=int, default=0)
parser.add_argument("--search-window", type=int, default=1000)
ARGS = parser.parse_args()
server = HTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
server.serve_forever()
