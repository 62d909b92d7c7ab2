"""A store file on a disk that is full, and one that cannot be written: nothing is lost, messages name the file and what helps, and what
only reads goes on working. Small disks and write protection are mounts of a namespace of the test's own."""
import os
import shutil
import subprocess
import tempfile
import time
import urllib.request

from _assay import assay, check, finish, need_target, start_assay
from _small_disk import enter_namespace, mount, small_disk
from _store import TARGET, ask, cases_in, check_whole, end, findings_in, fuzz_words, kill, start_fuzz, wait_for_cases

PORT_LINE = "http://"


def fill(place):
    """Until nothing goes on it any more."""
    with open(f"{place}/fill", "ab", buffering=0) as file:
        for size in (4096, 1):
            try:
                while True:
                    file.write(b"x" * size)
            except OSError:
                continue


def wait_for_trouble(process, log, seconds=120):
    deadline = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < deadline:
        if "waiting: " in open(log).read():
            return True
        time.sleep(0.2)
    return False


def full(folder):
    place, log = f"{folder}/small", f"{folder}/log"
    small_disk(place, 30)
    store = f"{place}/a.db"
    fill(place)
    code, _, error = end(start_fuzz(store, "--cases", "10"))
    check("a full disk at the start is said at once", code == 2 and store in error and "make room" in error, (code, error))
    os.remove(f"{place}/fill")

    with open(log, "w") as errors:
        words = [word for word in fuzz_words(store, "--seed", "3") if word != "--quiet"]
        process = start_assay(*words, stderr=errors)
    check("a campaign gets going", wait_for_cases(store, 30, process), open(log).read()[-500:])
    fill(place)
    check("it waits when the disk is full", wait_for_trouble(process, log), open(log).read()[-500:])
    before = cases_in(store)
    os.remove(f"{place}/fill")
    check("it goes on when there is room again", wait_for_cases(store, before + 30, process), (before, open(log).read()[-500:]))
    process.terminate()
    code, summary, _ = end(process)
    check("and ends in order", code in (0, 1) and summary.get("cases") == cases_in(store), (code, summary.get("cases"), cases_in(store)))
    check_whole("after a full disk", store)

    process = start_fuzz(store, "--resume")
    check("it is resumed", wait_for_cases(store, cases_in(store) + 10, process))
    fill(place)
    code, _, error = end(process)
    check("a disk that stays full ends it, with what helps", code == 2 and store in error and "make room" in error and "--resume" in error, (code, error))
    listed = assay("findings", "list", "--store", store, "--json")
    check("what was found can be read on the full disk", listed.returncode == 0, listed.stderr)
    known = findings_in(store)
    os.remove(f"{place}/fill")
    check_whole("after it was given up", store)
    total = str(ask(store, "select done from campaigns")[0][0] + 50)
    code, one, error = end(start_fuzz(store, "--resume", "--cases", total))
    check("it goes on after all that", code in (0, 1), error)
    code, other, error = end(start_fuzz(f"{folder}/calm.db", "--seed", "3", "--cases", total))
    check("as if nothing had happened", one.get("corpus_hash") == other.get("corpus_hash"), [(o.get("cases"), o.get("corpus_hash")) for o in (one, other)])
    check("every finding is kept", set(known) <= set(findings_in(store)), set(known) - set(findings_in(store)))


def answers(store, folder):
    """Whether the dashboard shows the store."""
    with open(f"{folder}/serve.log", "w+") as log:
        process = start_assay("serve", "--store", store, "--port", "0", stdout=log, stderr=log)
        try:
            for _ in range(100):
                text = open(log.name).read()
                if PORT_LINE in text or process.poll() is not None:
                    break
                time.sleep(0.1)
            address = PORT_LINE + text.split(PORT_LINE, 1)[1].split()[0].rstrip("/").split("?")[0] if PORT_LINE in text else None
            return address is not None and urllib.request.urlopen(address, timeout=20).status == 200, text
        except OSError as problem:
            return False, (str(problem), text)
        finally:
            process.terminate()
            process.wait(timeout=20)


def refused_and_read(what, store, folder):
    before = open(store, "rb").read()
    for words in ([], ["--resume"]):
        code, _, error = end(start_fuzz(store, "--cases", "100000", *words))
        check(f"{what}: fuzz {' '.join(words)} is refused", code == 2 and store in error and "write-protected" in error and "--store" in error,
              (code, error))
    listed = assay("findings", "list", "--all", "--store", store, "--json")
    known = sorted(key[0] for key in findings_of_copy(store, folder))
    check(f"{what}: findings can be listed, all of them", listed.returncode == 0 and known and all(one in listed.stdout for one in known), listed.stderr)
    for words in (["findings", "show", known[0]], ["findings", "export", known[0], "--out", f"{folder}/out-{what.replace(' ', '-')}"],
                  ["campaigns", "list"], ["report", "--out", f"{folder}/site-{what.replace(' ', '-')}"]):
        r = assay(*words, "--store", store)
        check(f"{what}: assay {' '.join(words[:2])} works", r.returncode == 0, (r.returncode, r.stderr))
    check(f"{what}: assay serve works", *answers(store, folder))
    marked = assay("findings", "mark", known[0], "--state", "reported", "--link", "https://example.org/1", "--store", store)
    check(f"{what}: a change is refused", marked.returncode == 2 and "write-protected" in marked.stderr, (marked.returncode, marked.stderr))
    check(f"{what}: the file is as it was", open(store, "rb").read() == before)


def findings_of_copy(store, folder):
    """With what the log beside it holds; the store itself must not be touched."""
    place = tempfile.mkdtemp(dir=folder)
    for end_of_name in ("", "-wal"):
        if os.path.exists(store + end_of_name):
            shutil.copy(store + end_of_name, f"{place}/copy.db{end_of_name}")
    return findings_in_any(f"{place}/copy.db")


def findings_in_any(store):
    import sqlite3
    with sqlite3.connect(store) as connection:
        return connection.execute("select id from findings").fetchall()


def protected(folder):
    place = f"{folder}/protected"
    os.mkdir(place)
    code, summary, error = end(start_fuzz(f"{place}/whole.db", "--cases", "400", "--seed", "5"))
    check("a store to protect", code == 1 and summary["findings"], (code, error))
    shutil.copy(f"{place}/whole.db", f"{place}/file.db")
    process = start_fuzz(f"{place}/killed.db", "--seed", "5")
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and not (os.path.exists(f"{place}/killed.db") and cases_in(f"{place}/killed.db") and findings_in(f"{place}/killed.db")):
        time.sleep(0.3)
    kill(process)
    check("a killed campaign leaves a log beside its store", os.path.getsize(f"{place}/killed.db-wal") > 0)
    mount("--bind", f"{place}/file.db", f"{place}/file.db")
    mount("-o", "remount,ro,bind", f"{place}/file.db")
    refused_and_read("a protected file", f"{place}/file.db", folder)
    mount("--bind", place, place)
    mount("-o", "remount,ro,bind", place)
    refused_and_read("a protected folder", f"{place}/whole.db", folder)
    refused_and_read("a protected folder of a killed campaign", f"{place}/killed.db", folder)
    r = assay("fuzz", "--targets", "onnxruntime", "--store", f"{place}/new.db")
    check("no new store there", r.returncode == 2 and f"{place}/new.db" in r.stderr and "write-protected" in r.stderr, r.stderr)


enter_namespace()
need_target(TARGET)
with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
    try:
        protected(folder)
        full(folder)
    finally:
        for place in ("small", "protected", "protected/file.db"):
            subprocess.run(["umount", "-l", f"{folder}/{place}"], stderr=subprocess.DEVNULL)
finish()
