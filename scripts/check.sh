#!/usr/bin/env bash
# What a developer runs before a commit, and CI after it.
#
#   scripts/check.sh            format, clang-tidy on changed files, layers, names, generated pages, fast tests
#   scripts/check.sh --static   the same without the tests
#   scripts/check.sh --fix      formats all files instead
#
# With ASSAY_RESULTS=FILE every check adds a line `name passed failed` there; ./test sums them.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
. "$root/scripts/lib.sh"
cd "$root" || exit 3
failures=0

# check NAME COMMAND...: prints the output only when it fails.
check() {
  local name=$1 output start=$SECONDS
  shift
  if output=$("$@" 2>&1); then
    printf 'ok      %s (%d s)\n' "$name" $((SECONDS - start))
    record "$name" 1 0
  else
    printf 'FAILED  %s\n%s\n' "$name" "$output"
    record "$name" 0 1
    failures=$((failures + 1))
  fi
}
skip() { printf 'skipped %s: %s\n' "$1" "$2"; }
record() { [ -z "${ASSAY_RESULTS:-}" ] || echo "check:$1 $2 $3" >>"$ASSAY_RESULTS"; }

cxx_files() {
  git ls-files --cached --others --exclude-standard '*.cc' '*.h' | grep -v '^fuzz/corpus/' | xargs -r ls -d 2>/dev/null
}
# Names the files only: nobody reads the single differences, scripts/check.sh --fix removes them.
check_format() {
  local bad
  bad=$(cxx_files | xargs -r -n 40 -P 2 "$format" --dry-run 2>&1 | sed -n 's/:[0-9]*:[0-9]*: warning: .*//p' | sort -u)
  [ -z "$bad" ] || { echo "$bad"; echo "run scripts/check.sh --fix"; return 1; }
}

# Changed since the last commit, or by it: small enough to stay fast, and every change is seen once.
changed_sources() {
  { git diff --name-only HEAD; git diff --name-only HEAD~1 HEAD; git ls-files --others --exclude-standard; } 2>/dev/null |
    grep -E '^(src|tests)/.*\.cc$' | sort -u | xargs -r ls -d 2>/dev/null | head -16
}
check_tidy() {
  local file files=()
  python3 scripts/tidy-commands.py build/release build/tidy || return 1
  for file in $(changed_sources); do
    # A file that no build has seen yet has no known flags.
    grep -qF "/$file\"" build/tidy/compile_commands.json && files+=("$file")
  done
  [ ${#files[@]} -eq 0 ] && return 0
  printf '%s\n' "${files[@]}" | xargs -n 1 -P 2 "$tidy" --quiet -p build/tidy 2> >(grep -v 'warnings\? generated')
}

format=$(find_llvm clang-format) || format=
tidy=$(find_llvm clang-tidy) || tidy=

if [ "${1:-}" = --fix ]; then
  [ -n "$format" ] || { say "clang-format is missing; run scripts/setup --dev"; exit 3; }
  cxx_files | xargs -r "$format" -i
  exit 0
fi

if [ -n "$format" ]; then check format check_format; else skip format "clang-format is missing; run scripts/setup --dev"; fi
check layers python3 scripts/check-layers.py
check names python3 scripts/check-names.py
check architecture-page python3 scripts/draw-architecture.py --check
if [ -z "$tidy" ]; then
  skip clang-tidy "clang-tidy is missing; run scripts/setup --dev"
elif [ ! -f build/release/compile_commands.json ]; then
  skip clang-tidy "configure first: cmake --preset release"
else
  check clang-tidy check_tidy
fi
# Further checks (freshness of pages generated from tables, for example) are executables in scripts/checks/.
for extra in scripts/checks/*; do
  [ -x "$extra" ] && check "$(basename "$extra")" "$extra"
done
[ "${1:-}" = --static ] || check fast-tests ./test fast

[ $failures -eq 0 ] || { echo "$failures checks failed"; exit 1; }
