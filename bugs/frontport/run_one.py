"""Runs the tests of one folder without pytest: exit code 0 when they pass, 1 when one fails.

  python run_one.py FOLDER          with its patch
  python run_one.py FOLDER plain    without: the library as it is installed
"""
import importlib.util
import os
import sys
import traceback

folder = os.path.abspath(sys.argv[1])
os.environ["ASSAY_FRONTPORT"] = "off" if "plain" in sys.argv[2:] else ""
os.environ["ASSAY_FRONTPORT_FOLDERS"] = folder
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import assay_frontport  # noqa: E402

assay_frontport.install()
name = "test_" + os.path.basename(folder)
spec = importlib.util.spec_from_file_location(name, os.path.join(folder, name + ".py"))
module = importlib.util.module_from_spec(spec)
failed = 0
try:
    spec.loader.exec_module(module)
except Exception:
    traceback.print_exc()
    sys.exit(2)
for test in [getattr(module, key) for key in dir(module) if key.startswith("test_")]:
    try:
        test()
    except AssertionError:
        traceback.print_exc()
        failed = 1
    except Exception:
        # Neither here nor there: not what the test looks for.
        traceback.print_exc()
        sys.exit(2)
sys.exit(failed)
