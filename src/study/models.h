// The subject models that a part works on.
#pragma once

#include <string>

#include "base/result.h"
#include "graph/model_case.h"

namespace assay::study {

// In its small size, always with the same weights: what varies is the mutation.
Result<ModelCase> SubjectModel(const std::string& name);

}  // namespace assay::study
