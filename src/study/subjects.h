// Subjects that are not of the zoo: models that are trained here (training/trained.h), and a user's
// own trained models in ONNX files.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "graph/model_case.h"

namespace assay::study {

// "trained:NAME", or the path of an ONNX file. An error names it, and what there is.
Result<ModelCase> OtherSubject(const std::string& name);

struct Subjects {
  std::vector<std::string> names;    // as SubjectModel takes them
  std::vector<std::string> skipped;  // files that cannot be used: which, and why
};

// The subjects that `spec` names, parts separated by commas: names of the zoo, "trained" (all that
// are trained here), "trained:NAME", an ONNX file, or a folder of such files. Files that cannot be
// read are skipped as long as another subject is left. Otherwise an error, as for a name that does
// not exist.
Result<Subjects> ReadSubjects(const std::string& spec);

}  // namespace assay::study
