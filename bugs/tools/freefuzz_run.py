"""FreeFuzz on the APIs of some bugs: freefuzz_run.py CHECKOUT LIBRARY SECONDS API,API,…

To be run by the Python of the bug's environment, in a sandbox. CHECKOUT is FreeFuzz as its authors give it out, with its recorded calls in
dump/: they are restored into a MongoDB that is started here and ends with this process. All APIs but those named are put on FreeFuzz's
list of what to skip. FreeFuzz leaves a folder per oracle, kind and API with programs that it thinks show a bug; each is run again, and
what it does is printed as a finding. An API that FreeFuzz has no calls for is told as unsupported.
"""
import configparser
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

SHORT = {"pytorch": "torch", "tensorflow": "tf"}
START_S = 30  # for the database


def start_database(checkout, folder):
    if os.path.isdir(os.path.join(checkout, "dump")) and shutil.which("mongod"):
        data = os.path.join(folder, "data")
        os.makedirs(data)
        server = subprocess.Popen(["mongod", "--dbpath", data, "--bind_ip", "127.0.0.1", "--quiet"], stdout=subprocess.DEVNULL)
        end = time.monotonic() + START_S
        while time.monotonic() < end:
            if subprocess.run(["mongorestore", "--quiet", os.path.join(checkout, "dump")]).returncode == 0:
                return server
            time.sleep(1)
        server.kill()
        sys.exit("FreeFuzz: its recorded calls cannot be restored into MongoDB")
    return None  # a checkout without dump/ needs none


def supported(checkout, short):
    with open(os.path.join(checkout, "data", f"{short}_APIdef.txt")) as file:
        return [line.split("(")[0].strip() for line in file if line.strip()]


def finding(api, program, oracle):
    ended = subprocess.run([sys.executable, program], capture_output=True, text=True, errors="replace")
    if ended.returncode < 0:
        return {"api": api, "kind": "crash", "message": f"signal {-ended.returncode}"}
    last = (ended.stderr.strip().splitlines() or [""])[-1]
    error = re.match(r"([\w.]+(?:Error|Exception)): ?(.*)", last)
    if error:
        return {"api": api, "kind": "exception", "exception": error[1], "message": error[2]}
    if "precision" in oracle or "cuda" in oracle:
        return {"api": api, "kind": "wrong", "message": ended.stdout.strip()[-200:]}
    return None


def main():
    checkout, library, seconds, apis = sys.argv[1], sys.argv[2], float(sys.argv[3]), sys.argv[4].split(",")
    short = SHORT[library]
    folder = tempfile.mkdtemp()
    copy = os.path.join(folder, "FreeFuzz")  # it writes beside its own files
    shutil.copytree(checkout, copy, ignore=shutil.ignore_patterns("dump", ".git"))
    known = supported(copy, short)
    alias = {name: name.replace("tensorflow.", "tf.", 1) if short == "tf" else name for name in apis}
    for name in apis:
        if alias[name] not in known and name not in known:
            print(f"UNSUPPORTED {name}")
    wanted = set(alias.values()) | set(apis)
    with open(os.path.join(copy, "src", "config", f"skip_{short}.txt"), "w") as file:
        file.writelines(name + "\n" for name in known if name not in wanted)
    server = start_database(checkout, folder)
    try:
        subprocess.run([sys.executable, "FreeFuzz.py", "--conf", f"demo_{short}.conf"], cwd=os.path.join(copy, "src"), timeout=seconds,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        pass  # what it wrote until now counts
    finally:
        if server is not None:
            server.kill()
    conf = configparser.ConfigParser()
    conf.read(os.path.join(copy, "src", "config", f"demo_{short}.conf"))
    output = os.path.join(copy, "src", conf.get("output", f"{short}_output", fallback=f"{short}-output"))
    for program in sorted(glob.glob(os.path.join(output, "*", "*bug", "*", "*.py"))):
        oracle, _, api = os.path.relpath(program, output).split(os.sep)[:3]
        name = next((full for full, written in alias.items() if written == api), api)
        seen = finding(name, program, oracle)
        if seen is not None:
            print("FINDING " + json.dumps(seen))


main()
