"""assay bugs retest on a sample of the project's own bugs: what the pages claim is there, on what is installed."""
from _assay import assay, check, finish, parsed
from _bug_samples import need_environments

SAMPLE = 30  # of about 240; `assay bugs retest` runs them all

r = assay("bugs", "retest", "--sample", str(SAMPLE), "--seed", "11", "--json")
need_environments(r.stderr)
out = parsed(r)
there, other, not_run = out.get("there", []), out.get("gone", []) + out.get("changed", []), out.get("not_run", [])
check("every one is told", len(there) + len(other) + len(not_run) == SAMPLE, r.stdout + r.stderr)
check("what was not run has its reason", all(one["reason"] for one in not_run), not_run)
# Frameworks that are not installed are not run; a newer one than the pinned may have mended some.
check("what the pages claim is there", len(there) >= 0.8 * (len(there) + len(other)), other)

finish()
