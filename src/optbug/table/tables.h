// The paper's tables with our own rows above: Table 2 (quality), 1 (models), 3 (kinds of bugs), 4
// to 6 (what leaving out a part costs), Figure 9 (bugs that several providers find).
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "optbug/table/paper.h"
#include "optbug/table/runs.h"

namespace assay::optbug {

// {"rows": Table 2, "tables": {"table1", "table3" … "table6", "figure9", "rules"}, "runs"}. Ours
// come first in every table; without runs they hold the paper's rows only.
nlohmann::json MakeTables(const std::vector<RunSum>& runs, const PaperFigures& paper);

}  // namespace assay::optbug
