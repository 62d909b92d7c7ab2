"""The stories of examples/ run to their end and leave what their READMEs promise."""
import os
import pathlib
import subprocess
import time

from _assay import HANG_SECONDS, HOME, check, finish, has_environment, need_environment, scratch, without_models

STORIES = {  # name: environment that it needs beside onnxruntime, what it leaves, what it prints
    "model-that-differs": ("", ("differs.db",), "onnxruntime"),
    "finding-to-report": ("", ("repro.py", "report.md"), "FuseReluClip"),
    "api-against-documentation": ("torch", ("repro.py",), "broadcast_to(input, shape) -> Tensor"),
    "nightly": ("", ("findings.xml", "findings.sarif", "site/index.html"), "the gate is open"),
}


def run(name, folder):
    script = os.path.join(HOME, "examples", name, "run.sh")
    begin = time.monotonic()
    done = subprocess.run([script, folder], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=HANG_SECONDS, env=without_models())
    print(f"{name}: {time.monotonic() - begin:.0f} s", flush=True)
    return done


def try_story(name):
    environment, left, printed = STORIES[name]
    if environment and not has_environment(environment):
        print(f"{name}: passed over, no environment {environment}", flush=True)
        return
    folder = scratch(f"assay-{name}-")
    for night in range(2 if name == "nightly" else 1):
        done = run(name, folder)
        said = (done.returncode, done.stdout[-2500:], done.stderr[-1500:])
        check(f"{name} ends well, time {night + 1}", done.returncode == 0, said)
        check(f"{name} prints '{printed}'", printed in done.stdout, said)
    for path in left:
        check(f"{name} leaves {path}", os.path.exists(os.path.join(folder, path)))


need_environment("onnxruntime", "onnx-conformance")
folders = {path.parent.name for path in pathlib.Path(HOME, "examples").glob("*/run.sh")}
check("every story is tried", folders == set(STORIES), folders ^ set(STORIES))
for story in STORIES:
    check(f"{story} has a README", os.path.exists(os.path.join(HOME, "examples", story, "README.md")))
    try_story(story)
finish()
