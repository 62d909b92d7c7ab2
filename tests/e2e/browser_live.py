"""The dashboard in a real browser, live: a page follows a campaign that runs beside it in the same store."""
import os
import signal
import subprocess
import tempfile
import time

from _assay import BACKENDS, check, finish, start_assay
from _browser import Server, run, tools

found = tools()
with tempfile.TemporaryDirectory() as folder:
    store = f"{folder}/live.db"
    campaign = start_assay("fuzz", "--time", "20m", "--jobs", "1", "--targets", "planted:hard-swish-slope+trilu-ignores-k", "--seeds", "none", "--operators",
                           "HardSwish,Trilu", "--seed", "3", "--quiet", "--store", store, "--backend-dir", BACKENDS,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        deadline = time.time() + 120
        while not os.path.exists(store) and time.time() < deadline and campaign.poll() is None:
            time.sleep(0.2)
        with Server(store) as server:
            campaigns = []
            while not campaigns and time.time() < deadline:
                campaigns = server.get("api/campaigns")["campaigns"]
                time.sleep(0.3)
            if check("the campaign shows", campaigns):
                run(found, [{"script": "live.mjs", "base": server.base, "campaign": campaigns[0]["id"], "process": campaign.pid}])
        # SIGKILL is how the test ends it.
        check("the campaign does not end by itself", campaign.poll() in (None, -signal.SIGKILL), campaign.returncode)
    finally:
        if campaign.poll() is None:
            os.killpg(campaign.pid, signal.SIGINT)
        try:
            campaign.wait(timeout=60)
        except subprocess.TimeoutExpired:
            os.killpg(campaign.pid, signal.SIGKILL)
finish()
