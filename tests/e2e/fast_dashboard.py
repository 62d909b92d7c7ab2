"""assay serve and assay report: what they answer, what they refuse, and that strangers do no harm."""
import http.client
import json
import os
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time

from _assay import BIN, HOME, assay, check, finish

TOKEN = "a-token-of-this-test-0123456789"
EVIL = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&\u2028</textarea>{{7*7}}"


class Server:
    def __init__(self, *args, files=None):
        """`files`: how many it may have open."""
        limit = ["prlimit", f"--nofile={files}:{files}"] if files else []
        self.process = subprocess.Popen([*limit, BIN, "serve", "--port", "0", "--json", *args], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, cwd=HOME)
        self.said = json.loads(self.process.stdout.readline() or "{}")
        self.port = self.said.get("port", 0)

    def ask(self, path, method="GET", body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            connection.request(method, path, body=body, headers=headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read(), {k.lower(): v for k, v in answer.getheaders()}
        finally:
            connection.close()

    def json(self, path):
        status, body, _ = self.ask(path)
        check(f"{path} answers", status == 200, (status, body))
        return json.loads(body) if status == 200 else {}

    def post(self, path, value, headers=None, token=TOKEN):
        send = {"Content-Type": "application/json", **({"Authorization": "Bearer " + token} if token else {}), **(headers or {})}
        return self.ask(path, "POST", value if isinstance(value, bytes) else json.dumps(value).encode(), send)

    def raw(self, data, wait=60):
        """Sends bytes as they are; returns what comes back until the server closes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=wait) as s:
            out = b""
            try:
                s.sendall(data)
                while chunk := s.recv(65536):
                    out += chunk
            except OSError:
                pass
            return out

    def end(self, with_signal=signal.SIGTERM):
        self.process.send_signal(with_signal)
        return self.process.wait(timeout=120)


def fill(store):
    """A store with hostile strings everywhere; `assay findings list` gives it today's schema."""
    open(store, "w").close()
    check("an empty store", assay("findings", "list", "--store", store).returncode == 0)
    db = sqlite3.connect(store)
    with db:
        db.execute("INSERT INTO campaigns (config, tally, block, state) VALUES (?, ?, 0, '')",
                   (json.dumps({"method": EVIL, "seed": 1}), json.dumps({"cases": 5, "targets": {EVIL: {"cases": 5, "gaps": {EVIL: 1}}}})))
        db.execute("INSERT INTO progress (campaign, seconds, cases, sample) VALUES (1, 2.0, 5, ?)",
                   (json.dumps({"running": True, "targets": {EVIL: {"cases": 5}}, "by_kind": {EVIL: 1}, "current": [{"recipe": EVIL}]}),))
        for i in range(120):
            db.execute("INSERT INTO findings (id, campaign, target, version, device, kind, stage, message, signature, state, count, first_case, "
                       "realism, producer, framework) VALUES (?, 1, ?, ?, 'cpu', ?, 'run', ?, '', 'new', 1, 0, ?, 'fuzz', ?)",
                       (f"f{i:03}", EVIL, EVIL, "wrong" if i % 2 else "crash", EVIL + str(i), i / 120, EVIL))
        db.execute("INSERT INTO facts (finding, aspect, json) VALUES ('f001', 'evidence', ?)", (json.dumps({"message": EVIL}),))
        db.execute("INSERT INTO facts (finding, aspect, json) VALUES ('f002', 'evidence', '[[[')")
        db.execute("INSERT INTO history (finding, target, version, event, message) VALUES ('f001', '', '', ?, ?)", (EVIL, EVIL))
    db.close()


def answers(server):
    status, page, headers = server.ask("/")
    check("the first page", status == 200 and b"<title>" in page, status)
    policy = headers.get("content-security-policy", "")
    check("a strict policy", "default-src 'none'" in policy and "unsafe" not in policy, policy)
    check("nosniff", headers.get("x-content-type-options") == "nosniff", headers)
    status, _, headers = server.ask("/", headers={"If-None-Match": headers.get("etag", "")})
    check("an unchanged file is not sent again", status == 304, status)
    status, packed, headers = server.ask("/api/findings?limit=100", headers={"Accept-Encoding": "gzip, br"})
    check("answers are compressed by us", headers.get("content-encoding") == "gzip" and packed[:2] == b"\x1f\x8b", headers)
    overview = server.json("/api/overview")
    check("totals", overview.get("totals", {}).get("findings") == 120 and overview["totals"]["cases"] == 5, overview)
    page = server.json("/api/findings?kind=wrong&limit=7&offset=7&sort=newest")
    check("a page of a filtered list", page.get("total") == 60 and len(page["findings"]) == 7 and page["facets"]["kind"] == {"wrong": 60, "crash": 60}, page)
    check("search", server.json("/api/findings?q=ONERROR%3Dalert(2)%3E%22&facets=0").get("total") == 120)
    check("hostile strings come through as they are", server.json("/api/findings?limit=1")["findings"][0]["target"] == EVIL)
    check("campaigns", server.json("/api/campaigns")["campaigns"][0]["id"] == 1 and server.json("/api/campaigns/1")["method"] == EVIL)
    check("curves", len(server.json("/api/campaigns/1/series")["points"]) == 1 and "1" in server.json("/api/compare?ids=1")["series"])
    for path in ("/api/findings/f001", "/api/findings/f002", "/api/targets", "/api/conformance", "/api/bugs", "/api/scoreboard", "/api/study", "/api/programs?pipeline=judge"):
        server.json(path)
    for path in ("/api/findings", "/api/overview", "/api/findings/f001", "/api/findings/f001/text?format=json"):
        kind = server.ask(path)[2].get("content-type", "")
        check(f"{path} is no page", kind.startswith("application/json"), kind)
    _, _, headers = server.ask("/api/findings/f001/text?format=html")
    check("a report is a file to keep, and powerless", headers.get("content-disposition", "").startswith("attachment") and "sandbox" in headers["content-security-policy"], headers)
    status, body, headers = server.ask("/api/overview", "HEAD")
    check("HEAD", status == 200 and body == b"" and int(headers["content-length"]) > 0, (status, headers))


def refusals(server):
    for path in ("/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc%2fpasswd", "/api/findings/%00", "/api/findings/" + "A" * 5000, "/api/findings?limit=-1",
                 "/api/findings?limit=501", "/api/findings?limit=1e3", "/api/nonesuch", "/api/findings?nonesuch=1", "/api/findings?q=%zz", "/api/findings?q=%ff", "/api/findings?q=a&q=b",
                 "/api/findings?" + "a&" * 3000, "/api/campaigns/x", "/api/campaigns/99", "/api/compare?ids=1,2,3,4,5,6,7,8,9", "/static/index.html", "/api/events?campaign=x",
                 "/api/findings/f001/text?format=exe", "/api/findings/f001/model?which=..", "/api/findings?sort=id;DROP"):
        status, body, headers = server.ask(path)
        check(f"{path[:50]} is refused", status in (400, 404, 414) and b"root:" not in body and "error" in json.loads(body), (status, body))
        check("errors are safe, too", headers.get("content-security-policy"), headers)
    for method in ("PUT", "DELETE", "PATCH", "OPTIONS", "TRACE"):
        status, _, _ = server.ask("/api/findings/f001", method, b"x" if method in ("PUT", "PATCH") else None)
        check(f"{method} is refused", status == 405, status)
    for name in ("evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80"):
        status, _, _ = server.ask("/api/findings", headers={"Host": name})
        check(f"not by the name of {name}", status == 403, status)
    check("no body where none belongs", server.ask("/api/findings", "GET", b"hello")[0] == 400)


def changes(server, store):
    labels = "/api/findings/f001/labels"
    check("no token", server.post(labels, {"label": "true"}, token="")[0] == 401)
    check("a wrong token", server.post(labels, {"label": "true"}, token=TOKEN[:-1] + "x")[0] == 401)
    check("a foreign page", server.post(labels, {"label": "true"}, {"Origin": "http://evil.example"})[0] == 403)
    check("a page that hides where it is from", server.post(labels, {"label": "true"}, {"Origin": "null"})[0] == 403)
    check("a form", server.post(labels, b"label=true", {"Content-Type": "application/x-www-form-urlencoded"})[0] == 415)
    check("a bomb", server.post(labels, b"\x1f\x8b", {"Content-Encoding": "gzip"})[0] == 415)
    for body in (b"", b"[]", b"{", b"{\"label\": 1}", b"{\"label\": \"nonesuch\"}", b"{\"label\": \"true\", \"x\": \"\"}", b"[" * 10000, b"\xff"):
        check(f"{body[:20]} is refused", server.post(labels, body)[0] == 400)
    status = server.post("/api/findings/nonesuch/labels", {"label": "true"})[0]
    check("of no finding", status == 404, status)
    check("nothing was changed", server.json("/api/findings?label=true").get("total") == 0)
    status, body, _ = server.post(labels, {"label": "true", "note": EVIL}, {"Origin": f"http://127.0.0.1:{server.port}"})
    check("with the token", status == 200, (status, body))
    check("it is changed", server.json("/api/findings?label=true").get("total") == 1)
    status, body, _ = server.post("/api/findings/f001/mark", {"state": "reported", "where": "https://tracker.example/issues/1"})
    check("mark", status == 200 and server.json("/api/findings?state=reported").get("total") == 1, (status, body))
    check("a mark needs an address", server.post("/api/findings/f001/mark", {"state": "reported", "where": "javascript:alert(1)"})[0] == 400)
    history = json.loads(assay("findings", "show", "f001", "--store", store, "--json").stdout or "{}").get("history", [])
    check("the life of the finding knows", any(h["event"] == "labelled" for h in history), history)


def too_slow(server):
    """Requests that begin and do not end; returns what to call when they have had their time."""
    change = b"POST /api/findings/f001/labels HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAuthorization: Bearer " + TOKEN.encode()
    begun = {"an address": b"GET /ap", "a header": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ", "a body": change + b"\r\nContent-Length: 20\r\n\r\n{"}
    sockets = {}
    for what, data in begun.items():
        sockets[what] = socket.create_connection(("127.0.0.1", server.port), timeout=120)
        sockets[what].sendall(data)

    def end():
        for what, s in sockets.items():
            answer = s.recv(4096)
            check(f"{what} that does not end", answer.startswith(b"HTTP/1.1 408"), answer[:100])
            s.close()
    return end


def few_files(store):
    """As many clients as the server can open files for, and more; then they go."""
    server = Server("--store", store, "--read-only", files=64)
    clients = [socket.create_connection(("127.0.0.1", server.port), timeout=60) for _ in range(100)]
    time.sleep(0.5)
    check("it has not ended", server.process.poll() is None)
    for s in clients:
        s.close()
    status = 0
    for _ in range(600):  # those that were waiting are looked at one by one
        try:
            status = server.ask("/api/overview")[0]
        except (OSError, http.client.HTTPException):
            pass
        if status == 200:
            break
        time.sleep(0.1)
    check("it answers when there are files again", status == 200, status)
    check("and ends", server.end() == 0)


def unreadable(store):
    """The store goes away, and something else takes its place."""
    db = sqlite3.connect(store, timeout=60)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # all of it is in the file that moves
    db.close()
    server = Server("--store", store, "--read-only")
    aside = store + ".aside"
    os.rename(store, aside)
    for what in ("gone", "no store"):
        for path in ("/api/overview", "/api/findings?kind=wrong", "/api/findings/f001", "/api/campaigns", "/api/targets"):
            status, body, headers = server.ask(path)
            check(f"{path} when the store is {what}", status == 503 and "retry-after" in headers and json.loads(body)["error"], (status, body))
        check("a bad query is one all the same", server.ask("/api/findings?limit=0")[0] == 400)
        with open(store, "wb") as f:
            f.write(b"no database " * 1000)
    os.replace(aside, store)
    check("and when it is back", server.ask("/api/overview")[0] == 200)
    check("it ends", server.end() == 0)


def abuse(server):
    head = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    answer = server.raw(head + b"X: " + b"a" * 300000 + b"\r\n\r\n")
    check("a huge header", answer.startswith(b"HTTP/1.1 431"), answer[:100])
    answer = server.raw(head + b"".join(b"X%d: a\r\n" % i for i in range(50000)) + b"\r\n")
    check("very many headers", answer.startswith(b"HTTP/1.1 431"), answer[:100])
    answer = server.raw(b"GET /" + b"a" * 200000 + b" HTTP/1.1\r\n\r\n")
    check("a huge address", answer.startswith(b"HTTP/1.1 414"), answer[:100])
    answer = server.raw(b"POST /api/findings/f001/labels HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAuthorization: Bearer " + TOKEN.encode() +
                        b"\r\nContent-Length: 999999999999\r\n\r\n" + b"a" * 200000)
    check("a huge body", answer.startswith(b"HTTP/1.1 413"), answer[:100])
    answer = server.raw(b"POST /api/findings/f001/labels HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nAuthorization: Bearer " + TOKEN.encode() +
                        b"\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n{\"label\": \"true\"}\r\n0\r\n\r\n")
    check("a body without a length", answer.startswith(b"HTTP/1.1 411"), answer[:100])
    answer = server.raw(head + b"Host: evil.example\r\n\r\n")
    check("two hosts", answer.startswith(b"HTTP/1.1 400"), answer[:100])
    check("a page of somebody else", server.ask("/api/events", headers={"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"})[0] == 403)
    for nonsense in (b"\x00" * 100, b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00", b"GET / HTTP/9.9\r\n\r\n", b"GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"):
        check(f"nonsense {nonsense[:12]}", not server.raw(nonsense + b"\r\n\r\n").startswith(b"HTTP/1.1 200"))
    # Clients that say nothing, or a little now and then, while others work.
    slow = []
    for i in range(320):
        try:
            s = socket.create_connection(("127.0.0.1", server.port), timeout=60)
            if i % 2:
                s.sendall(b"GET / HTTP/1.1\r\nHo")
            slow.append(s)
        except OSError:
            break
    served = False
    for _ in range(600):  # they are cut off one by one, whatever the load
        try:
            served = server.ask("/api/overview")[0] == 200
        except (OSError, http.client.HTTPException):
            pass
        if served:
            break
        time.sleep(0.1)
    check("others are served all the same", served)
    for s in slow:
        s.close()
    codes = []

    def one():
        for _ in range(5):
            try:
                codes.append(server.ask("/api/findings?limit=5")[0])
            except (OSError, http.client.HTTPException) as error:
                codes.append(repr(error))
    threads = [threading.Thread(target=one) for _ in range(20)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    check("many at once", codes.count(200) == 100, {c: codes.count(c) for c in set(codes)})


def live(server, store):
    def write(*statements):
        db = sqlite3.connect(store, timeout=60)
        with db:
            for statement in statements:
                db.execute(*statement)
        db.close()
    sample = "INSERT INTO progress (campaign, seconds, cases, sample) VALUES (1, ?, ?, '{\"running\": true, \"targets\": {}}')"
    with socket.create_connection(("127.0.0.1", server.port), timeout=120) as s:
        seen = b""

        def read_until(*words):
            nonlocal seen
            while not all(word in seen for word in words) and (chunk := s.recv(65536)):
                seen += chunk
        s.sendall(b"GET /api/events?campaign=1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        read_until(b"retry:")
        check("a stream of events", b"text/event-stream" in seen, seen)
        write((sample, (4.0, 25)))
        read_until(b'"cases":25')
        check("how far a campaign is", b"event: progress" in seen and b'"campaign":1' in seen, seen[-400:])
        write((sample, (6.0, 45)), ("INSERT INTO findings (id, campaign, target, version, device, kind, stage, message, signature, state, count, first_case, realism) "
                                    "VALUES ('fresh', 1, 't', '1', 'cpu', 'wrong', 'run', ?, '', 'new', 1, 0, 0.5)", ("new\n\n" + EVIL,)))
        read_until(b'"cases":45', b"event: finding")
        check("its rate, and what it has found", b'"rate":10.0' in seen and b'"id":"fresh"' in seen, seen[-800:])
        check("strange text does not break out of its event", b"\n\n<script>" not in seen, seen[-800:])
        check("a viewer does not keep the server", server.end() == 0)


with tempfile.TemporaryDirectory() as folder:
    store, token, short = (os.path.join(folder, name) for name in ("w.db", "token", "short"))
    with open(short, "w") as f:
        f.write("abc")
    with open(token, "w") as f:
        f.write(TOKEN + "\n")
    os.chmod(token, 0o600)
    fill(store)
    server = Server("--store", store, "--token-file", token)
    check("it says where it is, and no token that it was given", server.port > 0 and "token" not in server.said, server.said)
    r = assay("serve", "--store", store, "--port", str(server.port))
    check("a port in use", r.returncode == 2 and "--port" in r.stderr, (r.returncode, r.stderr))
    answers(server)
    refusals(server)
    changes(server, store)
    ended = too_slow(server)
    few_files(store)
    ended()
    abuse(server)
    live(server, store)
    check("nothing was said on the way", server.process.stderr.read() == "")
    unreadable(store)

    reading = Server("--store", store, "--read-only")
    check("a reading server takes no changes", reading.post("/api/findings/f001/labels", {"label": "true"}, token=reading.said.get("token", "x"))[0] == 403)
    check("and ends by Ctrl-C", reading.end(signal.SIGINT) == 0)
    for args, word in ((["--store", os.path.join(folder, "none.db")], "no such store"), (["--store", store, "--token-file", short], "token"),
                       (["--store", store, "--port", "70000"], "port"), (["--store", store, "--study", folder + "/none"], "--study"),
                       (["--store", store, "--host", "192.0.2.1"], "--host")):
        r = assay("serve", *args)
        check(f"bad usage: {args}", r.returncode == 2 and word in r.stderr, (r.returncode, r.stderr))
    check("nothing was made", not os.path.exists(os.path.join(folder, "none.db")))

    site = os.path.join(folder, "site")
    r = assay("report", "--store", store, "--out", site, "--limit", "5", "--json")
    wrote = json.loads(r.stdout or "{}")
    check("a static report", r.returncode == 0 and wrote.get("findings") == 121 and wrote.get("with_pages") == 5, (r.returncode, r.stdout, r.stderr))
    check("it has a first page", os.path.exists(os.path.join(site, "index.html")))
    for where, _, names in os.walk(site):
        for name in names:
            with open(os.path.join(where, name), encoding="utf-8") as f:
                check(f"{name} holds no raw text of strangers", EVIL[:20] not in f.read())
    check("again over the old one", assay("report", "--store", store, "--out", site).returncode == 0)
    other = os.path.join(folder, "other")
    os.mkdir(other)
    with open(os.path.join(other, "precious"), "w") as f:
        f.write("x")
    r = assay("report", "--store", store, "--out", other)
    check("a folder with other files is left alone", r.returncode == 2 and os.listdir(other) == ["precious"], (r.returncode, r.stderr))
    check("a missing store", assay("report", "--store", folder + "/none.db", "--out", folder + "/x").returncode == 2)
finish()
