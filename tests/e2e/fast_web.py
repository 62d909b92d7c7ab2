"""The modules of the dashboard's pages, in Node.js and without a browser, as the build embeds them."""
import os
import shutil
import subprocess
import tempfile

from _assay import BIN, check, finish, skip

FILES = os.path.join(os.path.dirname(BIN), "web", "files")

if not shutil.which("node"):
    skip("node is missing; run scripts/setup --dev")
if not os.path.exists(os.path.join(FILES, "lib", "preact.js")):
    skip("the pages were not built: npm packages are missing; run scripts/setup")
with tempfile.TemporaryDirectory() as folder:
    shutil.copytree(FILES, f"{folder}/files")
    with open(f"{folder}/files/package.json", "w") as f:
        f.write('{"type": "module"}\n')
    here = os.path.dirname(os.path.abspath(__file__))
    done = subprocess.run(["node", "--test", os.path.join(here, "browser", "modules.mjs")], env={**os.environ, "ASSAY_WEB_FILES": f"{folder}/files"}, timeout=240)
check("the modules work", done.returncode == 0, done.returncode)
finish()
