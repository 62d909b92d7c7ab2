"""`assay docs` as a user meets it: import, crawl a folder and a site (robots.txt, killed and resumed), list, show, mistakes."""
import http.server
import json
import os
import signal
import subprocess
import tempfile
import threading

from _assay import HOME, assay, check, finish, scratch, start_assay, wait_until

ENV = dict(os.environ, XDG_CACHE_HOME=scratch())


def docs(*words):
    return assay("docs", *words, env=ENV)


def page(name, more=""):
    return f"""<html><body><dl class="py function"><dt class="sig" id="widgets.{name}">widgets.{name}(<em>size</em>, <em>mode='a'</em>)
<a class="headerlink" href="#x">¶</a></dt><dd><p>Makes a {name}.</p><dl class="field-list"><dt>Parameters:</dt><dd><ul>
<li><p><strong>size</strong> (<em>int</em>) – Must be positive.</p></li><li><p><strong>mode</strong> (<em>str</em>) – one of <code>'a'</code> or <code>'b'</code>.</p></li>
</ul></dd></dl></dd></dl>{more}</body></html>"""


# Import.
with tempfile.TemporaryDirectory() as folder:
    path = f"{folder}/base.json"
    doc = {"name": "gadgets.turn", "framework": "gadgets", "version": "1.0", "parameters": [{"name": "angle", "type": "float", "description": "How far."}]}
    json.dump(doc, open(path, "w"))
    r = docs("import", path)
    check("a document is imported", r.returncode == 0 and "1 APIs of gadgets 1.0" in r.stdout, r.stdout + r.stderr)
    r = docs("show", "gadgets.turn", "--json")
    shown = json.loads(r.stdout or "{}")
    check("and shown", shown.get("parameters", [{}])[0].get("name") == "angle" and shown.get("source") == "import", r.stdout + r.stderr)
    open(path, "w").write(r.stdout)
    r = docs("import", path)
    check("what show prints is imported again", r.returncode == 0, r.stderr)
    r = docs("show", "gadgets.turm")
    check("an unknown API: the nearest", r.returncode == 2 and "gadgets.turn" in r.stderr, r.stderr)
    json.dump({"name": "gadgets.turn", "parameters": [{"type": "int"}]}, open(path, "w"))
    r = docs("import", path, "--framework", "gadgets", "--version", "1.0")
    check("a mistake is named with its place", r.returncode == 2 and "parameters[0].name" in r.stderr, r.stderr)
    open(path, "w").write("{")
    check("no JSON", docs("import", path).returncode == 2)
    json.dump(dict(doc, framework="torch", version="1.2"), open(path, "w"))
    r = docs("import", path)
    if "which version" not in r.stderr:  # torch is installed here
        check("another version than installed", r.returncode == 2 and "1.2" in r.stderr and "--any-version" in r.stderr, r.stderr)
    check("a missing file", docs("import", f"{folder}/none.json").returncode == 2)

# A folder.
with tempfile.TemporaryDirectory() as folder:
    open(f"{folder}/api.html", "w").write(page("box"))
    r = docs("crawl", folder, "--framework", "widgets")
    check("pages without a version", r.returncode == 2 and "--version" in r.stderr, r.stderr)
    r = docs("crawl", folder, "--framework", "widgets", "--version", "3.1", "--json")
    check("a folder is crawled", r.returncode == 0 and json.loads(r.stdout)["apis"] == 1, r.stderr)
    r = docs("show", "widgets.box", "--json")
    constraints = {(c["kind"], c["normal"]) for p in json.loads(r.stdout or '{"parameters":[]}')["parameters"] for c in p["constraints"]}
    check("constraints", {("range", "(0, inf)"), ("enum", '["a","b"]'), ("type", "int")} <= constraints, r.stdout)
    r = docs("list", "widgets", "--json")
    check("the list", [x["name"] for x in json.loads(r.stdout or "[]")] == ["widgets.box"], r.stdout + r.stderr)
    check("an empty folder", docs("crawl", HOME + "/data/study", "--framework", "x", "--version", "1.0").returncode == 2)
    check("no folder", docs("crawl", "/nonesuch", "--framework", "x").returncode == 2)


# A site: pages link to each other; one is forbidden, one is elsewhere, one is missing.
class Site(http.server.BaseHTTPRequestHandler):
    asked = []
    pages = {f"/docs/p{i}.html": page(f"p{i}", f'<a href="p{i + 1}.html">next</a> <a href="/private/x.html">no</a> <a href="gone.html">g</a>'
                                              f'<a href="secret/s.html">s</a>') for i in range(6)}

    def do_GET(self):
        Site.asked.append(self.path)
        text = "User-agent: *\nDisallow: /docs/secret\n" if self.path == "/robots.txt" else Site.pages.get(self.path)
        self.send_response(200 if text else 404)
        self.end_headers()
        if text:
            self.wfile.write(text.encode())

    def log_message(self, *args):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Site)
threading.Thread(target=server.serve_forever, daemon=True).start()
start = f"http://127.0.0.1:{server.server_address[1]}/docs/p0.html"
command = ["crawl", start, "--framework", "webbed", "--version", "2.0", "--json", "--delay", "0.3"]
running = start_assay("docs", *command, env=ENV, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
wait_until(lambda: "/docs/p2.html" in Site.asked, 30, 0.02)
running.send_signal(signal.SIGKILL)
running.wait()
before = len(Site.asked)
r = docs(*command)
told = json.loads(r.stdout or "{}")
check("the site is crawled to its end", told.get("apis") == 6 and told.get("refused") == 1, r.stdout + r.stderr)
check("after a kill it goes on", told.get("fetched", 99) < told.get("pages", 0), told)
check("robots.txt and other folders are respected", not any(p.startswith(("/docs/secret", "/private")) for p in Site.asked), Site.asked)
twice = [p for p in set(Site.asked) if p.endswith(".html") and Site.asked.count(p) > 1]
check("at most the page that was cut is asked for twice", len(twice) <= 1, twice)
count = len(Site.asked)
docs(*command)
check("a second run asks for nothing", len(Site.asked) == count, Site.asked[count:])
server.shutdown()
r = docs("crawl", "http://127.0.0.1:9/", "--framework", "x", "--version", "1.0")
check("a dead site", r.returncode == 2 and "127.0.0.1:9" in r.stderr, r.stderr)

r = docs("list", "nonesuch")
check("nothing is known of it", r.returncode == 2 and "docs" in r.stderr, r.stderr)
check("help", docs("--help").returncode == 0)
finish()
