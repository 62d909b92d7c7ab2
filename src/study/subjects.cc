#include "study/subjects.h"

#include <algorithm>
#include <filesystem>

#include "base/strings.h"
#include "campaign/seeds.h"
#include "training/trained.h"
#include "zoo/zoo.h"

namespace assay::study {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTrained = "trained";

bool IsTrained(const std::string& name) { return name.starts_with(StrCat(kTrained, ":")); }

std::vector<std::string> FilesIn(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error))
    if (entry.path().extension() == ".onnx") out.push_back(entry.path().string());
  std::ranges::sort(out);
  return out;
}

// What one part of a specification stands for.
Result<std::vector<std::string>> PartNames(const std::string& part) {
  std::error_code error;
  std::vector<std::string> out;
  if (part == kTrained) {
    for (const training::TrainedDef& def : training::AllTrained())
      out.push_back(StrCat(kTrained, ":", def.name));
    return out;
  }
  if (fs::is_directory(part, error)) {
    out = FilesIn(part);
    if (out.empty()) return Invalid(StrCat("--models ", part, ": holds no .onnx file"));
    return out;
  }
  const bool known = zoo::FindModel(part) != nullptr || fs::is_regular_file(part, error) ||
                     (IsTrained(part) && training::FindTrained(part.substr(8)) != nullptr);
  if (!known)
    return Invalid(StrCat("--models: there is no model '", part,
                          "'; assay zoo list names them, 'trained' stands for those that are "
                          "trained here, and ONNX files and folders of them are taken too"));
  return std::vector{part};
}

}  // namespace

Result<ModelCase> OtherSubject(const std::string& name) {
  std::error_code error;
  if (!IsTrained(name) && !fs::is_regular_file(name, error))
    return Invalid(StrCat("there is no subject model '", name, "'; see assay zoo list"));
  ASSAY_ASSIGN(const campaign::Seeds seeds, campaign::Seeds::Load(name));
  return seeds.all().at(0).model_case;
}

Result<Subjects> ReadSubjects(const std::string& spec) {
  Subjects out;
  for (const std::string& part : Split(spec, ',')) {
    ASSAY_ASSIGN(const std::vector<std::string> names, PartNames(part));
    for (const std::string& name : names) {
      if (zoo::FindModel(name) != nullptr || IsTrained(name)) {
        out.names.push_back(name);
        continue;
      }
      const auto read = OtherSubject(name);
      if (read.ok())
        out.names.push_back(name);
      else
        out.skipped.push_back(read.error().message);
    }
  }
  if (out.names.empty() && !out.skipped.empty()) return Invalid(Join(out.skipped, "; "));
  return out;
}

}  // namespace assay::study
