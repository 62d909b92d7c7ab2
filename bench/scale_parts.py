"""Parts of bench/scale that need bench_agents: what requests cost the server, and memory over many cases."""
import json
import os
import statistics
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BIN = os.environ.get("ASSAY_BIN", f"{ROOT}/build/release/assay")
AGENTS = f"{os.path.dirname(BIN)}/bench/bench_agents"
TICK = os.sysconf("SC_CLK_TCK")


def bench(*words):
    done = subprocess.run([AGENTS, *words], capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise SystemExit(f"bench_agents {' '.join(words)}: {done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


def fields(pid):
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rsplit(")", 1)[1].split()


def server_cpu(postmaster):
    """Processor seconds of the processes that a PostgreSQL has now."""
    ticks = sum(int(one) for one in fields(postmaster)[11:13])
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and int(fields(name)[1]) == postmaster:
                ticks += sum(int(one) for one in fields(name)[11:13])
        except OSError:
            continue  # ended meanwhile
    return ticks / TICK


def cost(address, postmaster, op, count, lanes):
    """One kind of request, many times on one connection."""
    agent = subprocess.Popen([AGENTS, "cost", address, op, str(count), str(lanes)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert "ready" in agent.stdout.readline()
    before = server_cpu(postmaster)
    agent.stdin.write("go\n")
    agent.stdin.flush()
    out = json.loads(agent.stdout.readline())
    out["server_cpu_ms"] = round(1000 * (server_cpu(postmaster) - before) / count, 4)
    agent.communicate("done\n")
    return out


def flush_ms(folder):
    """Of a page that is added to a file, as the log is."""
    times = []
    with open(f"{folder}/flushed", "wb") as file:
        for _ in range(300):
            file.write(b"x" * 8192)
            file.flush()
            start = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(1000 * (time.perf_counter() - start))
    return round(statistics.median(times), 3)


def server_costs(address, folder, lanes=(10, 100)):
    with open(f"{folder}/data/postmaster.pid") as file:
        postmaster = int(file.readline())
    out = {"flush_ms": flush_ms(folder)}
    for op, count in (("step", 400), ("totals", 800), ("offer", 800), ("offers", 400)):
        out[op] = [cost(address, postmaster, op, count, number) for number in lanes]
    return out


def show_memory(address, cases):
    """An agent's memory on the way, and that of `campaigns show` at the end."""
    out = bench("memory", address, str(cases))
    shown = subprocess.Popen([BIN, "campaigns", "show", "memory", "--store", address, "--json"], stdout=subprocess.PIPE)
    shown.stdout.read()
    out["campaigns_show_peak_mb"] = os.wait4(shown.pid, 0)[2].ru_maxrss / 1000
    return out
