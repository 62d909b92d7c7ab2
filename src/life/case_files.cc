#include "life/case_files.h"

#include <filesystem>

#include "base/files.h"
#include "base/strings.h"
#include "onnx/model_io.h"
#include "triage/case_bytes.h"

namespace assay::life {
namespace {

Status MakeFolder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return Invalid(StrCat(folder, ": cannot be made: ", error.message()));
  return {};
}

}  // namespace

Status WriteCase(const ModelCase& model_case, const std::string& folder) {
  ASSAY_RETURN_IF_ERROR(MakeFolder(folder));
  ASSAY_RETURN_IF_ERROR(onnxio::SaveModel(model_case.model, folder + "/model.onnx"));
  ASSAY_ASSIGN(const auto parts, triage::SplitInputs(triage::PackInputs(model_case)));
  for (size_t i = 0; i < parts.size(); ++i)
    ASSAY_RETURN_IF_ERROR(WriteFile(StrCat(folder, "/input_", i, ".pb"), parts[i]));
  return {};
}

Status WritePrograms(const casebook::ProgramFinding& finding, const std::string& folder) {
  ASSAY_RETURN_IF_ERROR(MakeFolder(folder));
  ASSAY_RETURN_IF_ERROR(WriteFile(folder + "/program.py", finding.program));
  for (size_t i = 0; i < finding.others.size(); ++i)
    ASSAY_RETURN_IF_ERROR(
        WriteFile(StrCat(folder, "/beside_", i, "_", finding.others[i].environment, ".py"),
                  finding.others[i].text));
  return {};
}

}  // namespace assay::life
