# What the examples share: the program, a folder to work in, and steps that are shown before they run.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
assay=${ASSAY_BIN:-$root/assay}
export ASSAY_HOME=${ASSAY_HOME:-$root}
folder=${1:-$(mktemp -d)}
mkdir -p "$folder"

# step CODES WORDS...: runs assay WORDS; ends the story when its exit code is none of CODES ("0", "1", "0,1").
step() {
  local codes=$1 code=0
  shift
  printf '\n$ ./assay %s\n' "$*"
  "$assay" "$@" </dev/null || code=$?
  case ,$codes, in *,$code,*) ;; *) echo "expected exit code $codes, got $code" >&2; exit 1 ;; esac
}

# first_finding STORE: the id of its first finding.
first_finding() {
  "$assay" findings list --all --store "$1" --json </dev/null | grep -oE '"id": *"f[0-9a-f]{12}"' | head -1 | grep -oE 'f[0-9a-f]{12}'
}
