#include "cli/locate_all.h"

#include <chrono>

#include "base/strings.h"
#include "cli/findings/claim.h"
#include "cli/terminal.h"

namespace assay::cli {
namespace {

// Whether somebody has been done with it since the list was read.
Result<bool> IsNotLocated(const store::Store& store, const std::string& id) {
  ASSAY_ASSIGN(const auto now, store.TryFinding(id));
  return now.has_value() && ToBeLocated(*now);
}

}  // namespace

bool ToBeLocated(const store::FindingRow& row) {
  return row.state == "confirmed" || row.state == "reduced";
}

Result<LocateAllResult> LocateAll(store::Store& store, const LocateAllOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const auto over = [&] {
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    return spent.count() >= options.seconds;
  };
  ASSAY_ASSIGN(const std::vector<store::FindingRow> rows, store.Findings());
  LocateAllResult out;
  Progress progress;
  for (const store::FindingRow& row : rows) {
    if (!ToBeLocated(row)) continue;
    if (over()) {
      ++out.left;
      continue;
    }
    const findings::Claim claim(store, findings::LocateTask(row.id), options.seconds_of_each);
    ASSAY_RETURN_IF_ERROR(claim.status());
    ASSAY_ASSIGN(const bool still, IsNotLocated(store, row.id));
    if (!claim.ours() || !still) {
      ++out.elsewhere;
      continue;
    }
    progress.Show(StrCat("locate: ", row.id));
    const Status located = options.locate(row);
    progress.Clear();
    ++out.worked_on;
    if (!located.ok()) out.problems.push_back(StrCat(row.id, ": ", located.error().message));
  }
  return out;
}

}  // namespace assay::cli
