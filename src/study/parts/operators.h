// The measurements of single operators, on which two parts stand.
#pragma once

#include <string>
#include <vector>

#include "study/part.h"

namespace assay::study {

// One per operator and one for all mixed: {"models": [{"model", "rounds", "ours", "unconstrained",
// "mutants": [{"round", "order", "d"}], "cpu_seconds", "defects"}]}.
std::vector<Cell> OperatorCells(const Settings& settings);

// The fourteen, then "Group".
std::vector<std::string> OperatorNames();
std::string OperatorCellName(const std::string& name);

}  // namespace assay::study
