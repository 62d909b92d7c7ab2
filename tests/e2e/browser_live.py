"""The dashboard in a real browser, live: a page follows a campaign that runs beside it in the same store."""
import os
import signal
import subprocess
import sys
import tempfile
import time
from _browser import BACKENDS, BIN, HOME, Server, run, tools

found = tools()
with tempfile.TemporaryDirectory() as folder:
    store = f"{folder}/live.db"
    campaign = subprocess.Popen(
        [BIN, "fuzz", "--time", "20m", "--jobs", "1", "--targets", "planted:hard-swish-slope+trilu-ignores-k", "--seeds", "none", "--operators", "HardSwish,Trilu",
         "--seed", "3", "--quiet", "--store", store, "--backend-dir", BACKENDS],
        cwd=HOME, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    good = False
    try:
        deadline = time.time() + 120
        while not os.path.exists(store) and time.time() < deadline and campaign.poll() is None:
            time.sleep(0.2)
        with Server(store) as server:
            campaigns = []
            while not campaigns and time.time() < deadline:
                campaigns = server.get("api/campaigns")["campaigns"]
                time.sleep(0.3)
            if campaigns:
                good = run(found, [{"script": "live.mjs", "base": server.base, "campaign": campaigns[0]["id"], "process": campaign.pid}])
            else:
                print("FAILED the campaign does not show")
        if campaign.poll() not in (None, -signal.SIGKILL):  # which is how the test ends it
            good = False
            print("FAILED the campaign ended by itself:", campaign.returncode)
    finally:
        if campaign.poll() is None:
            os.killpg(campaign.pid, signal.SIGINT)
        try:
            campaign.wait(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(campaign.pid, signal.SIGKILL)
sys.exit(0 if good else 1)
