#include "study/cost.h"

#include <set>

namespace assay::study {
namespace {

constexpr double kHour = 3600;  // seconds

}  // namespace

nlohmann::json Cost::Json() const {
  return {{"measurements", cells},
          {"done", done},
          {"cpu_hours_at_most", cpu_hours},
          {"cpu_hours_left_at_most", left_cpu_hours}};
}

Cost CostOf(const Settings& settings, const std::vector<const PartDef*>& parts,
            const std::string& folder) {
  Cost out;
  std::set<std::string> seen;  // parts may stand on the same measurement
  for (const PartDef* part : parts)
    for (const Cell& cell : part->cells(settings)) {
      if (!seen.insert(cell.name).second) continue;
      const double hours =
          (cell.timed ? settings.measure_cpu_seconds : cell.most_cpu_seconds) / kHour;
      ++out.cells;
      out.cpu_hours += hours;
      if (CellFolder::Kept(folder, cell.name))
        ++out.done;
      else
        out.left_cpu_hours += hours;
    }
  return out;
}

}  // namespace assay::study
