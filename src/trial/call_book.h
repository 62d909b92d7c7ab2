// CallBook: what a person knows of calling a framework's APIs and documentation does not say in a
// form for machines. data/judge/calls/<framework>.toml.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "trial/dialect.h"

namespace assay::trial {

struct CallBook {
  // Names that examples use without defining them, and the statement that does: nn, F, model.
  std::map<std::string, std::string> names;
  // Values to try for parameters of that name, whatever their type is said to be.
  std::map<std::string, std::vector<std::string>> values;
  // Programs whose last statement calls an API as it must be called.
  std::vector<std::string> calls;
};

// In the texts f32[2, 3], f64, i32, i64, c64 and bool stand for tensors of the dialect.
Result<CallBook> LoadCallBook(const Dialect& dialect);

// `text` with these written out: "f32[2, 3]" becomes the dialect's tensor.
std::string ExpandTensors(const std::string& text, const Dialect& dialect);

}  // namespace assay::trial
