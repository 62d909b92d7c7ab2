// The measurements of single operators in the literature's own form.
#pragma once

#include <string>
#include <vector>

#include "study/part.h"

namespace assay::study {

std::string LiteralOperatorCellName(const std::string& name);
// One per operator and one for all mixed, on the models and in the rounds of ours: {"models":
// [{"model", "counts", "mutants": [{"round", "order", "d", "r"}]}]}.
std::vector<Cell> LiteralOperatorCells(const Settings& settings);

}  // namespace assay::study
