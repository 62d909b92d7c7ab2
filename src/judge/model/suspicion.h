// A disagreement that only a model sees, as it is kept: kind "suspected", never confirmed by
// itself.
#pragma once

#include "casebook/finding.h"
#include "judge/model/judge_with_model.h"

namespace assay::judge::model {

casebook::ProgramFinding SuspicionOf(const ModelCase& one, const ModelReport& report,
                                     const std::string& environment);

}  // namespace assay::judge::model
