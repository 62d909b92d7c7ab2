// What happened to the finding so far.
#include "report/sections/sections.h"

namespace assay::report::sections {
namespace {
constexpr size_t kMessageShown = 120;
}

std::vector<Block> HistoryBlocks(const Material& material) {
  const store::FindingRow& row = material.row;
  Grid grid{{"when (UTC)", "target", "version", "machine", "what", "remark"}, {}};
  const std::string first =
      material.seen_on.empty() ? "" : material.seen_on.front().machine.architecture;
  grid.rows.push_back({row.first_seen, row.target, row.version, first, "first seen", ""});
  for (const store::HistoryRow& event : material.history)
    grid.rows.push_back({event.time, event.target, event.version, event.machine, event.event,
                         FirstLine(event.message, kMessageShown)});
  if (row.last_seen != row.first_seen)
    grid.rows.push_back({row.last_seen, row.target, row.version, "", "last seen", ""});
  return {grid};
}

}  // namespace assay::report::sections
