// The smallest case of a finding as files of a folder.
#pragma once

#include <string>

#include "base/result.h"
#include "casebook/finding.h"
#include "graph/model_case.h"

namespace assay::life {

// model.onnx and input_0.pb, input_1.pb, …: what `assay check --inputs DIR` reads.
Status WriteCase(const ModelCase& model_case, const std::string& folder);

// program.py, and further programs beside it.
Status WritePrograms(const casebook::ProgramFinding& finding, const std::string& folder);

}  // namespace assay::life
