#include "mirror/run_costs.h"

namespace assay::mirror {

void RunCosts::Add(const Output& output) {
  for (const RunCost& run : output.spent) {
    const char* part = run.framework == output.direction.to     ? "twin"
                       : run.framework == output.direction.from ? "source"
                                                                : "other";
    Row& row = rows_[{part, run.framework, run.inputs}];
    if (run.kept) {
      ++row.kept;
      continue;
    }
    ++row.runs;
    row.seconds += run.seconds;
    row.cpu_seconds += run.cpu_seconds;
  }
}

nlohmann::json RunCosts::Json() const {
  nlohmann::json out = nlohmann::json::array();
  for (const auto& [key, row] : rows_)
    out.push_back({{"part", std::get<0>(key)},
                   {"framework", std::get<1>(key)},
                   {"inputs", std::get<2>(key)},
                   {"runs", row.runs},
                   {"kept", row.kept},
                   {"seconds", row.seconds},
                   {"cpu_seconds", row.cpu_seconds}});
  return out;
}

}  // namespace assay::mirror
