// The stand-alone reproduction of a finding, made and kept in the store.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/result.h"
#include "casebook/finding.h"
#include "graph/model_case.h"
#include "store/store.h"

namespace assay::life {

// Writes the file for the smallest case, runs it in a clean process of the target's environment,
// keeps the fact "repro" and returns it. An error: no case, or a target that is not there. That no
// file can be written is no error: the fact says "why_not".
Result<nlohmann::json> MakeRepro(store::Store& store, const store::FindingRow& row,
                                 const std::vector<std::string>& backend_dirs);

// The fact as it was kept, run once more; made when there is none, when it did not show anything or
// when the case has been reduced since; `again`: made in any case.
Result<nlohmann::json> RunRepro(store::Store& store, const store::FindingRow& row,
                                const std::vector<std::string>& backend_dirs, bool again);

// The text that was kept, otherwise a new one.
Result<std::string> ReproText(store::Store& store, const store::FindingRow& row,
                              const std::vector<std::string>& backend_dirs);

// The smallest case of a finding as files of a folder.
// model.onnx and input_0.pb, input_1.pb, …: what `assay check --inputs DIR` reads.
Status WriteCase(const ModelCase& model_case, const std::string& folder);

// program.py, and further programs beside it.
Status WritePrograms(const casebook::ProgramFinding& finding, const std::string& folder);

}  // namespace assay::life
