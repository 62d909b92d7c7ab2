#!/usr/bin/env bash
# A nightly job: look for bugs, keep them, write files for the build server and pages for people; then a gate.
#
#   examples/nightly/run.sh [FOLDER]      FOLDER is kept from night to night: the store lies in it
#
# Exit code 0: nothing regressed; 1: the gate is closed.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
store=$folder/nightly.db
time=${NIGHTLY_TIME:-20s}
targets=${NIGHTLY_TARGETS:-onnxruntime,onnxruntime:opt=off}

# 1. Look for bugs. The second night goes on where the first one ended. Findings (1) do not break the build by themselves.
if [ -e "$store" ]; then
  step 0,1 fuzz --resume --time "$time" --store "$store" --quiet
else
  step 0,1 fuzz --time "$time" --targets "$targets" --seed 7 --store "$store" --quiet
fi

# 2. A thousand hits of one bug become one line.
step 0 findings triage --time "$time" --store "$store"
step 0 findings list --store "$store"

# 3. For the build server, and for people.
step 0 findings export --all --format junit --out "$folder/findings.xml" --store "$store"
step 0 findings export --all --format sarif --out "$folder/findings.sarif" --store "$store"
rm -rf "$folder/site"
step 0 report --store "$store" --out "$folder/site"

# 4. The gate: what was fixed must stay fixed. Exit code 1 of retest: something regressed.
step 0 findings retest --store "$store"
echo "the gate is open; results are in $folder"
