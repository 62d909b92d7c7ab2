#!/usr/bin/env bash
# Does my model give the same answer with and without optimisation?
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"

# One model, two ways to run it, and the truth. Exit code 1: somebody is wrong.
step 1 check "$here/model.txt" --seed 1 --targets onnxruntime,onnxruntime:opt=off --store "$folder/differs.db"

# Who is wrong, and the proof.
step 0 findings show "$(first_finding "$folder/differs.db")" --store "$folder/differs.db"
echo "results are in $folder"
