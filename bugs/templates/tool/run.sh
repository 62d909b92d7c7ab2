#!/usr/bin/env bash
# Runs a testing tool on the environment of a bug: assay bugs run-tool -c NAME -l LIBRARY -v VERSION -r run.sh
#
# Called as run.sh LIBRARY in an empty folder. Set before:
#   ASSAY_BUGS_PYTHON    the Python of the bug's environment
#   ASSAY_BUGS_FOLDER    apis_under_test.txt and error_list.txt (one line per bug), bugs.json (all that is known of them)
#   ASSAY_BUGS_VERSION   of the library
#   ASSAY_BUGS_SECONDS   for each bug
# What it finds it prints, one line each: FINDING {"api": "torch.add", "kind": "exception", "exception": "ValueError", "message": "…"}
# kind: exception, crash, wrong, no-error or warning. assay then holds them against the bugs.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
"$ASSAY_BUGS_PYTHON" "$here/preprocess.py" "$ASSAY_BUGS_FOLDER" targets.txt

# Your tool in place of this line: it reads targets.txt and writes what it did to log.txt.
"$ASSAY_BUGS_PYTHON" -c 'import sys; print("tool not written yet")' >log.txt

"$ASSAY_BUGS_PYTHON" "$here/postprocess.py" log.txt
