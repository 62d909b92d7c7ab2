#!/usr/bin/env bash
# From a raw finding to the text of an issue. Nothing is sent anywhere.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
store=$folder/report.db

# 1. Something is wrong: a legal model is refused.
step 1 check "$here/model.txt" --seed 1 --targets onnxruntime,onnxruntime:opt=off --store "$store"
id=$(first_finding "$store")

# 2. Confirm it in clean processes (1: it shows), and find the smallest model that fails the same.
step 1 findings confirm "$id" --store "$store"
step 0 reduce "$id" --store "$store"

# 3. Which tensor, which mode, which optimiser pass?
step 0 locate "$id" --store "$store"

# 4. A Python file that shows it without assay. Exit code 1: it does.
step 1 findings repro "$id" --store "$store" --out "$folder/repro.py"

# 5. Group it, compare it with known bugs, and ask what the maintainers would ask. 1: something is in the way, and it says what.
step 0 findings triage --store "$store"
step 0,1 findings ready "$id" --project onnxruntime --store "$store"

# 6. For the record.
step 0 findings export "$id" --format markdown --out "$folder/report.md" --store "$store"
echo "results are in $folder"
