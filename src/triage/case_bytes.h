// A case as the store keeps it: the bytes of an ONNX file, and its inputs in the ONNX test-data
// format, each behind its length (32 bits, lowest byte first).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/model_case.h"
#include "oracle/evidence.h"

namespace assay::triage {

std::string PackInputs(const ModelCase& model_case);

// The bytes of each input, without decoding them.
Result<std::vector<std::string>> SplitInputs(std::string_view packed);

// Types are inferred. `what` names the case in messages.
Result<ModelCase> UnpackCase(std::string_view model, std::string_view inputs,
                             const std::string& what);

// Ready to be run. An error: the model cannot be written.
Result<oracle::Subject> MakeSubject(const ModelCase& model_case);

}  // namespace assay::triage
