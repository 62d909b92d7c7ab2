"""What live viewers cost a real campaign: its speed with and without them, in turns. Part of bench/dashboard (--campaign)."""
import json
import os
import selectors
import socket
import sqlite3
import statistics
import subprocess
import tempfile
import threading
import time

WARM_UP_S = 30  # processes start, and the first findings are confirmed: that comes once


class Viewers:
    """`count` live viewers. One thread reads for all of them, so that they themselves take little of the machine."""

    def __init__(self, port, count):
        self.events, self.selector, self.ending = 0, selectors.DefaultSelector(), False
        self.sockets = [socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(count)]
        for s in self.sockets:
            s.sendall(b"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            s.setblocking(False)
            self.selector.register(s, selectors.EVENT_READ)
        self.thread = threading.Thread(target=self.read)
        self.thread.start()

    def read(self):
        while not self.ending:
            for key, _ in self.selector.select(timeout=0.5):
                try:
                    chunk = key.fileobj.recv(65536)
                except OSError:
                    chunk = b""
                self.events += chunk.count(b"event: progress")
                if not chunk:
                    self.selector.unregister(key.fileobj)

    def end(self):
        """How many progress events came."""
        self.ending = True
        self.thread.join()
        for s in self.sockets:
            s.close()
        self.selector.close()
        return self.events


def last_sample(store):
    """Seconds, cases and CPU seconds of the campaign, as it says itself."""
    db = sqlite3.connect(f"file:{store}?mode=ro", uri=True, timeout=60)
    row = db.execute("SELECT seconds, cases, sample FROM progress ORDER BY seconds DESC LIMIT 1").fetchone()
    db.close()
    return (row[0], row[1], sum(json.loads(row[2]).get("cpu", {}).values())) if row else (0.0, 0, 0.0)


def slice_of(store, seconds):
    """Cases, seconds and CPU seconds of the next `seconds`. By the times of samples, which come every two seconds."""
    before = last_sample(store)
    time.sleep(seconds)
    after = last_sample(store)
    return {"cases": after[1] - before[1], "seconds": after[0] - before[0], "cpu_seconds": after[2] - before[2]}


def total(slices, key):
    return sum(s[key] for s in slices)


def summary(alone, watched, events, viewers, own_cpu):
    per_second = [total(s, "cases") / max(1e-9, total(s, "seconds")) for s in (alone, watched)]
    per_cpu = [total(s, "cases") / max(1e-9, total(s, "cpu_seconds")) for s in (alone, watched)]
    pairs = [b["cases"] / max(1e-9, b["seconds"]) / max(1e-9, a["cases"] / max(1e-9, a["seconds"])) for a, b in zip(alone, watched)]
    return {"viewers": viewers, "pairs": len(pairs), "events_told": events, "cpu_seconds_of_the_viewers_themselves": round(own_cpu, 2),
            "cases_per_second": {"alone": round(per_second[0], 2), "watched": round(per_second[1], 2), "ratio": round(per_second[1] / max(1e-9, per_second[0]), 4)},
            "cases_per_cpu_second": {"alone": round(per_cpu[0], 2), "watched": round(per_cpu[1], 2), "ratio": round(per_cpu[1] / max(1e-9, per_cpu[0]), 4)},
            "ratio_of_each_pair": [round(p, 3) for p in pairs], "median_of_pairs": round(statistics.median(pairs), 4)}


def measure(program, env, targets, viewers, pairs, seconds, jobs):
    """Runs a campaign and a server on its store; watches and leaves in turns."""
    with tempfile.TemporaryDirectory() as folder:
        store = os.path.join(folder, "live.db")
        fuzz = subprocess.Popen([program, "fuzz", "--triage", "0", "--seeds", "none", "--targets", targets, "--jobs", str(jobs), "--seed", "11", "--quiet", "--store", store],
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env, cwd=folder)
        server = None
        try:
            while not os.path.exists(store) and fuzz.poll() is None:
                time.sleep(0.1)
            time.sleep(WARM_UP_S)
            if fuzz.poll() is not None:
                raise SystemExit(f"the campaign has ended by itself ({fuzz.returncode}); is {targets} ready (assay targets)?")
            server = subprocess.Popen([program, "serve", "--port", "0", "--json", "--store", store], stdout=subprocess.PIPE, text=True, env=env, cwd=folder)
            port = json.loads(server.stdout.readline())["port"]
            alone, watched, events, own_cpu = [], [], 0, 0.0
            for pair in range(pairs):
                # A B, B A, A B, …: what grows slower with time does so for both.
                for with_viewers in ((False, True) if pair % 2 == 0 else (True, False)):
                    if not with_viewers:
                        alone.append(slice_of(store, seconds))
                        continue
                    cpu = time.process_time()
                    crowd = Viewers(port, viewers)
                    try:
                        watched.append(slice_of(store, seconds))
                    finally:
                        events += crowd.end()
                    own_cpu += time.process_time() - cpu
        finally:
            for process in (server, fuzz):
                if process is not None and process.poll() is None:
                    process.terminate()
                    process.wait(timeout=120)
    out = summary(alone, watched, events, viewers, own_cpu)
    out["limits"] = {"viewers were told of it": events > 0, "at least 95 % of the speed": out["cases_per_second"]["ratio"] >= 0.95}
    return out
