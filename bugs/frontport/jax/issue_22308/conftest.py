"""Brings the bug back for pytest; ASSAY_FRONTPORT=off does not."""
import os
import sys

folder = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, os.path.join(folder, "..", ".."))
os.environ.setdefault("ASSAY_FRONTPORT_FOLDERS", folder)
import assay_frontport  # noqa: E402

assay_frontport.install()
