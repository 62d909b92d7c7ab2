"""assay cluster and fuzz --engine without an engine: what is refused, what an engine would get, and that no password is passed on."""
import json
import os
import stat
import tempfile

from _assay import HOME, assay, check, finish
from _scale import a_database

STORE = "postgresql://me@db.example/assay"
SECRET = "not-for-others"


def run(*words, **variables):
    return assay(*words, env={**os.environ, **variables})


def refused(what, r, *texts):
    check(what, r.returncode == 2 and all(text in r.stderr for text in texts) and SECRET not in r.stdout + r.stderr, (r.returncode, r.stdout, r.stderr))


def write_program(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)


fuzz = ("fuzz", "--engine", "ray")
submit = ("cluster", "submit", "--engine")
refused("an engine needs a campaign", run(*fuzz, "--store", STORE), "--campaign")
refused("and a database", run(*fuzz, "--store", "assay.db", "--campaign", "c"), "postgresql://")
refused("no password", run(*fuzz, "--store", f"postgresql://me:{SECRET}@db/assay", "--campaign", "c"), "PGPASSWORD", "pgpass")
refused("nor in a query", run(*submit, "slurm", "--store", f"postgresql://me@db/assay?password={SECRET}"), "PGPASSWORD")
refused("nothing to resume", run(*fuzz, "--store", STORE, "--campaign", "c", "--resume"), "--resume")
refused("a campaign of two lines", run("fuzz", "--store", "assay.db", "--campaign", "a\nb"), "--campaign")
refused("one that is not a string", run("fuzz", "--store", "assay.db", "--campaign", b"\xff"), "UTF-8")
refused("a password among the words", run("campaigns", "list", f"postgresql://me:{SECRET}@db/assay"), "***")
for words in (("optbug", "table"), ("mirror", "table"), ("judge",), ("findings", "list"), ("findings", "triage"), ("campaigns", "list")):
    refused(f"{words}: an address", run(*words, "--store", f"postgresql://me:{SECRET}@127.0.0.1:1/assay"), "cannot be reached", "***")
for words in (("issues", "list"), ("issues", "mine", "--repo", "a/b"), ("bugs", "candidates")):
    refused(f"{words}: no address", run(*words, "--store", f"postgresql://me:{SECRET}@127.0.0.1:1/assay"), "SQLite file", "***")
refused("an engine that nobody knows", run("fuzz", "--engine", "mesos", "--store", STORE, "--campaign", "c"), "mesos")
for what, words, text in (
        ("no machine", ("--nodes", "-5"), "--nodes -5"), ("nor cores", ("--cpus", "-1"), "--cpus -1"), ("nor GPUs", ("--gpus", "-2"), "--gpus -2")):
    refused(what, run(*fuzz, "--store", STORE, "--campaign", "c", *words), text)
    refused(f"{what}, submitted", run(*submit, "slurm", "--store", STORE, *words), text)
for kind in ("slurm", "k8s"):
    script = ("cluster", "script", kind, "--store")
    for what, words, text in (
            ("a line break", (STORE + "\n#SBATCH --uid=0",), "--store"), ("another one", (STORE, "--fuzz", "--targets a\nrm"), "--fuzz"),
            ("an image of two lines", (STORE, "--image", "a\nb"), "--image"), ("what is not a string", (STORE, "--image", b"\xff"), "UTF-8"),
            ("nor is this", (STORE, "--fuzz", b"--targets \xff"), "UTF-8"), ("another store", (STORE, "--fuzz", "--store=x"), "--store"),
            ("another campaign", (STORE, "--fuzz", "--campaign d"), "--campaign"), ("an engine in the engine", (STORE, "--fuzz", "--engine ray"), "--engine"),
            ("a hidden password", (STORE, "--fuzz", f"--seeds https://me:{SECRET}@host/x"), "password"),
            ("a name for a shell", (STORE, "--campaign", "a b; rm"), "--campaign"), ("one of two lines", (STORE, "--campaign", "a\nb"), "--campaign"),
            ("for ever", (STORE, "--time", "infh"), "36500d"), ("nearly", (STORE, "--time", "1e30d"), "36500d"),
            ("half an address", ("postgresql://me@db:port%zz/assay",), "address"),
            ("words for libpq", (f"host=db password={SECRET} dbname=assay",), "postgresql://user@host"),
            ("another database", (f"mysql://me:{SECRET}@db/assay",), "postgresql://user@host")):
        refused(f"{kind}: {what}", run(*script, *words), text)
    for mark in "/?@":
        refused(f"{kind}: a password with {mark}", run(*script, f"postgresql://me:x{mark}{SECRET}@db/assay"), "PGPASSWORD")
for engine, program in (("slurm", "sbatch"), ("k8s", "kubectl")):
    refused(f"no {program}", run(*submit, engine, "--store", STORE, PATH="/nowhere"), f"there is no {program}", f"cluster script {engine}")

with tempfile.TemporaryDirectory() as folder:
    for program in ("sbatch", "kubectl"):
        # Keeps the script that it is given, which is the last word.
        write_program(f"{folder}/bin/{program}", f'#!/bin/sh\nfor last; do :; done\ncat "$last" > {folder}/{program}.given\n'
                      f'echo "$1" > {folder}/{program}.first\necho 4711\n')
    path = f"{folder}/bin:{os.environ['PATH']}"
    for engine, program in (("slurm", "sbatch"), ("k8s", "kubectl")):
        r = run(*submit, engine, "--store", STORE, "--nodes", "5", "--json", PATH=path)
        check(f"{engine} takes it", r.returncode == 0 and json.loads(r.stdout) == {"engine": engine, "job": "4711", "campaign": "nightly", "nodes": 5}, r)
        wanted = run("cluster", "script", engine, "--store", STORE, "--nodes", "5").stdout
        with open(f"{folder}/{program}.given", encoding="utf-8") as file:
            check(f"{engine} gets the script", file.read() == wanted)
    with open(f"{folder}/kubectl.first", encoding="utf-8") as file:
        check("the second night is a Job, too", file.read() == "create\n")
    write_program(f"{folder}/bin/sbatch", "#!/bin/sh\nexit 3\n")
    refused("what sbatch refuses", run(*submit, "slurm", "--store", STORE, PATH=path), "sbatch refused the job (code 3)")

    # In place of Ray's Python: keeps what the driver would be given.
    write_program(f"{folder}/ray/bin/python", f'#!/bin/sh\nprintf "%s\\n" "$@" > {folder}/driver.given\nexit 2\n')
    with a_database() as (_, database):
        r = run(*fuzz, "--address", "head:6379", "--nodes", "7", "--graph-nodes", "4", "--store", database.address, "--campaign", "c", "--time", "90s",
                "--cases", "-1", "--targets", "onnxruntime", "--unconstrained", "--gpus", "2", "--jobs", "3", "--json",
                ASSAY_ENVIRONMENT_FOLDERS=f"ray={folder}/ray", PGPASSWORD=SECRET)
        check("the driver's refusal counts", r.returncode == 2, r)
        with open(f"{folder}/driver.given", encoding="utf-8") as file:
            driver, spec = file.read().splitlines()
        job = json.loads(spec)
        check("it is the driver", driver == f"{HOME}/workers/python/ray_driver.py", driver)
        check("what Ray is to place", [job[key] for key in ("address", "nodes", "cpus", "gpus", "seconds", "known", "campaign")] ==
              ["head:6379", 7, 3, 2, 90, 0, "c"], job)
        check("what agents are to do", sorted(job["words"]) == sorted(
            ["fuzz", "--store", database.address, "--campaign", "c", "--quiet", "--jobs", "3", "--graph-nodes=4", "--cases=-1",
             "--targets=onnxruntime", "--unconstrained"]), job["words"])
        check("no password for Ray", SECRET not in spec)
        for code, text in ((3, "no agent could continue"), (1, "ended in disorder (1)")):
            write_program(f"{folder}/ray/bin/python", f"#!/bin/sh\nexit {code}\n")
            r = run(*fuzz, "--store", database.address, "--campaign", "c", ASSAY_ENVIRONMENT_FOLDERS=f"ray={folder}/ray")
            check(f"a driver that ends with {code}", r.returncode == 3 and text in r.stderr, r)
finish()
