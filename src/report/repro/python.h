// The Python environments in which reproductions are written and run.
#pragma once

#include <string>
#include <vector>

#include "lab/registry.h"

namespace assay::report {

struct Python {
  std::string program;  // bin/python
  std::string site;     // site-packages
};

// The environment of the target's framework. An error: it has none, so there is nothing that a
// Python file could be run with.
Result<Python> PythonOf(const lab::Target& target);

// An environment with the onnx package: `first` if it has it, otherwise any other.
Result<Python> PythonWithOnnx(const Python& first);

// Runs `words` (arguments of Python) in `folder`. Packages of `lender` that `python` lacks but onnx
// needs are lent through links in `folder`. The variables are those of any shell, and of `target`
// only what makes it quicker: nothing that changes results.
lab::Command PythonCommand(const Python& python, const Python* lender,
                           const std::vector<std::string>& words, const std::string& folder,
                           const lab::Target& target);

}  // namespace assay::report
