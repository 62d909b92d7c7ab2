"""Small disks, as mounts of a namespace of the test's own."""
import os
import shutil
import subprocess
import sys

from _assay import skip


def enter_namespace():
    """Goes on in a mount namespace of its own, so that no mount outlives the test."""
    if os.environ.get("ASSAY_TEST_INSIDE"):
        return
    for words in (["unshare", "-m", "--propagation", "private"], ["unshare", "-r", "-m", "--propagation", "private"]):
        if shutil.which("unshare") and subprocess.run([*words, "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True).returncode == 0:
            os.environ["ASSAY_TEST_INSIDE"] = "1"
            os.execvp(words[0], [*words, sys.executable, *sys.argv])
    skip("neither root nor user namespaces: a small disk cannot be mounted here")


def mount(*words):
    subprocess.run(["mount", *words], check=True)


def small_disk(place, megabytes):
    os.makedirs(place)
    mount("-t", "tmpfs", "-o", f"size={megabytes}m", "none", place)
