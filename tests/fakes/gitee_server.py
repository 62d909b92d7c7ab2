"""A small tracker that speaks Gitee's REST protocol (version 5): listing by pages that a header counts, labels, comments, pull requests.

gitee_server.py [--limit-after N]: prints its address and serves until it is killed. Every request is noted on stderr as one line,
with whether a token came along.
"""
import argparse
import json
import re
import sys
import urllib.parse
from http.server import BaseHTTPRequestHandler, HTTPServer

REPO = "mindspore/mindspore"
STATES = ("open", "progressing", "closed", "rejected")
DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def word(number):
    """The trackers' own way of numbering: I50000, I50001, ..."""
    text = ""
    for _ in range(4):
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
    return "I5" + text


def issue(n, year=2022):
    return {"id": 10_000_000 + n, "number": word(n), "title": f"report {n}: Pad fails with a core dump", "body": "text", "state": STATES[n % 4],
            "labels": [{"name": "kind/bug" if n % 3 else "kind/feature"}], "priority": n % 5, "comments": 1 if n % 7 == 1 else 0,
            "user": {"login": "reporter"}, "created_at": f"{year}-03-01T07:{n % 60:02d}:00+08:00", "updated_at": f"{year}-03-02T07:00:00+08:00",
            "finished_at": None, "html_url": f"https://gitee.com/{REPO}/issues/{word(n)}",
            "repository_url": "https://gitee.com/api/v5/enterprises/mind_spore", "repository": {"full_name": REPO}}


ISSUES = [issue(n) for n in range(250)] + [issue(n, 2024) for n in range(250, 280)]


class Handler(BaseHTTPRequestHandler):
    served = 0

    def reply(self, value, status=200, headers=()):
        data = json.dumps(value).encode()
        self.send_response(status)
        for name, text in headers:
            self.send_header(name, text)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        Handler.served += 1
        token = self.headers.get("Authorization", "")
        print(self.path, "with a token" if token else "anonymous", file=sys.stderr, flush=True)
        if ARGS.limit_after and Handler.served == ARGS.limit_after:
            return self.reply({"message": "slow down"}, 429, [("Retry-After", "1")])
        if token == "Bearer wrong":
            return self.reply({"message": "401 Unauthorized: Access token does not exist"}, 401)
        url = urllib.parse.urlsplit(self.path)
        query = urllib.parse.parse_qs(url.query)
        if url.path == f"/repos/{REPO}/issues":
            state, labels = query.get("state", ["open"])[0], [x for text in query.get("labels", []) for x in text.split(",")]
            entries = [i for i in ISSUES if state in ("all", i["state"]) and all(x in [y["name"] for y in i["labels"]] for x in labels)]
            size, page = int(query.get("per_page", ["20"])[0]), int(query.get("page", ["1"])[0])
            return self.reply(entries[(page - 1) * size:page * size], 200,
                              [("total_count", str(len(entries))), ("total_page", str(-(-len(entries) // size)))])
        match = re.fullmatch(rf"/repos/{REPO}/issues/(I\w+)/comments", url.path)
        if match:
            return self.reply([{"user": {"login": "dev"}, "body": f"seen: {match[1]}", "created_at": "2022-03-01T09:00:00+08:00"}])
        match = re.fullmatch(r"/repos/mindspore/issues/(I\w+)/pull_requests", url.path)
        if match and query.get("repo") == ["mindspore"]:
            return self.reply([{"number": 7, "title": "mend it", "body": "", "state": "merged"}, {"number": 8, "title": "no", "state": "closed"}])
        return self.reply({"message": "404 Project Not Found"}, 404)

    def log_message(self, *_):
        pass


parser = argparse.ArgumentParser()
parser.add_argument("--limit-after", type=int, default=0)
ARGS = parser.parse_args()
server = HTTPServer(("127.0.0.1", 0), Handler)
print(f"http://127.0.0.1:{server.server_address[1]}", flush=True)
server.serve_forever()
