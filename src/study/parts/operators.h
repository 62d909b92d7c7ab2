// The measurements of single operators, on which two parts stand.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "study/chain.h"
#include "study/part.h"

namespace assay::study {

// One per operator and one for all mixed: {"models": [{"model", "rounds", "ours", "unconstrained",
// "mutants": [{"round", "order", "d"}], "cpu_seconds", "defects"}]}.
std::vector<Cell> OperatorCells(const Settings& settings);

// The fourteen, then "Group".
std::vector<std::string> OperatorNames();
std::string OperatorCellName(const std::string& name);

// What both forms of the measurement have in common (operator_models.cc).

nlohmann::json CountsJson(const ChainCounts& counts);

// Measures one model between two shares of the CPU time: {"cut": bool, …}.
using MeasureModel =
    std::function<Result<nlohmann::json>(const std::string& model, double begin, double end)>;
// All subject models; one that cannot be used is named and skipped.
Result<nlohmann::json> OnEveryModel(const std::string& name, const Context& context,
                                    const MeasureModel& measure);

}  // namespace assay::study
