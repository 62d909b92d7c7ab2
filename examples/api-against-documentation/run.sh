#!/usr/bin/env bash
# Does an API do what its documentation says?
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$here/../lib.sh"
store=$folder/api.db

# 1. What is documented: parameters, defaults, constraints, each with its sentence.
step 0 docs show torch.broadcast_to

# 2. Programs made from it, run in a sandbox. Exit code 1: something is not as documented.
step 1 judge --api torch.broadcast_to --oracle keywords --llm none --store "$store"

# 3. The sentence of the documentation beside what happens, and a stand-alone program.
id=$(first_finding "$store")
step 0 findings show "$id" --store "$store"
step 1 findings repro "$id" --store "$store" --out "$folder/repro.py"
echo "results are in $folder"
