# Shared by the shell scripts here: source it, do not run it.

say() { printf 'assay: %s\n' "$*" >&2; }

# Everything that is expensive to make and equal for all clones lives here.
assay_cache() { printf '%s/assay' "${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}"; }

# The folder with a link for each environment, by name; $root is the clone or the package. The same as EnvironmentLinks in
# src/lab/home.cc: nothing is ever written into a package.
links_folder() {
  if [ -f "$root/PACKAGE" ]; then
    printf '%s/links/%s' "$(assay_cache)" "$(sed -n 's/^locks //p' "$root/PACKAGE")"
  else
    printf '%s/build/envs' "$root"
  fi
}

# link_environment NAME FOLDER: from now on NAME is what lies in FOLDER.
link_environment() {
  mkdir -p "$(links_folder)" && ln -sfn "$2" "$(links_folder)/$1"
}

# took NAME: how many seconds a step took the last time on this machine; nothing when that is not known.
took() { cat "$(assay_cache)/took/$1" 2>/dev/null || true; }

# step NAME WHAT COMMAND...: runs the command, with a line before it (WHAT, and how long it took the last time) and one after it. The
# command stands alone, so that errexit holds within it.
step() {
  local name=$1 what=$2 last status start=$SECONDS
  shift 2
  last=$(took "$name")
  say "$what${last:+ ($last s the last time)}"
  "$@"
  status=$?
  [ $status -eq 0 ] || return $status
  mkdir -p "$(assay_cache)/took" && echo $((SECONDS - start)) >"$(assay_cache)/took/$name"
  say "$what: done in $((SECONDS - start)) s"
}

# First 16 digits of the SHA-256 of standard input: enough for a folder name.
short_hash() { sha256sum | cut -c1-16; }

# find_python [VERSION...]: a Python that can make environments, of one of these versions; without any, of those that lock files
# know (Debian 12 has 3.11, Ubuntu 24.04 has 3.12, Debian 13 has 3.13). The one that a wheel was installed for ($ASSAY_PYTHON) comes first.
find_python() {
  local candidate
  [ $# -gt 0 ] || set -- 3.11 3.12 3.13
  for candidate in ${ASSAY_PYTHON:+"$ASSAY_PYTHON"} python3 "${@/#/python}" /usr/bin/python3; do
    if "$candidate" -c 'import sys, venv, ensurepip; sys.exit("%d.%d" % sys.version_info[:2] not in sys.argv[1:])' "$@" \
        2>/dev/null; then
      command -v "$candidate"
      return 0
    fi
  done
  return 1
}

# why_no_python [VERSION...]: what find_python did not find, in one line.
why_no_python() {
  local candidate found wanted seen=
  [ $# -gt 0 ] || set -- 3.11 3.12 3.13
  for candidate in ${ASSAY_PYTHON:+"$ASSAY_PYTHON"} python3 "${@/#/python}" /usr/bin/python3; do
    found=$("$candidate" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || continue
    case " $* " in
      *" $found "*)
        echo "Python $found ($(command -v "$candidate")) lacks the modules venv and ensurepip (Debian and Ubuntu: install python$found-venv)"
        return ;;
    esac
    case ", $seen," in *", $found,"*) ;; *) seen=${seen:+$seen, }$found ;; esac
  done
  wanted=$*
  echo "no Python ${wanted// / or } is here${seen:+, only $seen}"
}

# is_locked FILE LOCK: whether a file is there and is one of those that a lock of envs/ names.
is_locked() {
  local sum
  sum=$(sha256sum "$1" 2>/dev/null | cut -d' ' -f1)
  [ -n "$sum" ] && grep -q -- "--hash=sha256:$sum" "$2"
}

# with_lock FILE COMMAND...: only one process at a time, whichever clone it runs in. Waiting is announced, as the holder may
# be building for minutes.
with_lock() {
  local lock=$1
  shift
  mkdir -p "$(dirname "$lock")"
  (
    flock -n 9 || { say "another process holds $lock, waiting"; flock 9; }
    "$@" 9>&-
  ) 9>"$lock"
}

# make_once PATH NAME WHAT COMMAND...: a step that makes PATH, unless it is there, or another process made it while this one waited.
make_once() {
  local path=$1
  shift
  [ -e "$path" ] || with_lock "$path.lock" step_unless "$path" "$@"
}
step_unless() {
  local path=$1
  shift
  [ -e "$path" ] || step "$@"
}

# find_llvm TOOL: its newest known version. clang-format's output differs between versions, so the pinned one comes first.
find_llvm() {
  local suffix
  for suffix in -19 -18 -20 -17 ""; do
    command -v "$1$suffix" && return 0
  done
  return 1
}
