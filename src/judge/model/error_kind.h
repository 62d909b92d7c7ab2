// Which kind of false positive a disagreement would be, if it is one: the details of ATOC's table
// II, by what can be told from program, prediction and run. A reviewer's label counts more.
#pragma once

#include <string>

#include "judge/model/judge_with_model.h"

namespace assay::judge::model {

// A label of casebook/labels.def; "" where prediction and run do not disagree. What is wrong with a
// changed program itself is found before it is run (CheckChange).
std::string ErrorKindOf(const ModelCase& one, const knowledge::ApiDoc& doc);

}  // namespace assay::judge::model
