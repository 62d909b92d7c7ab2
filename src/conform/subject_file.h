// A model file with inputs, as people name them.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "oracle/check.h"

namespace assay::conform {

struct SubjectOptions {
  std::string inputs;  // .npz file or folder of input_N.pb; "": made up
  uint64_t seed = 0;
  std::vector<std::string> dims;  // NAME=SIZE
};

// Loads, checks and infers the model (an ONNX file, or the text form in a .txt file), and loads or
// makes up its inputs. The error names the file.
Result<oracle::Subject> LoadSubject(const std::string& path, const SubjectOptions& flags);

// Files as they are, folders as all .onnx files below them, sorted.
Result<std::vector<std::string>> ExpandModels(const std::vector<std::string>& paths);

}  // namespace assay::conform
