// What a parameter is, as far as the documentation lets us guess, and values to try for it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "knowledge/api/api_doc.h"
#include "trial/dialect.h"

namespace assay::trial {

enum class Role {
  kTensor,
  kTensors,
  kInt,
  kFloat,
  kBool,
  kString,
  kShape,
  kDtype,
  kAxis,
  kFunction,
  kUnknown
};

Role RoleOf(const knowledge::Parameter& parameter);

// Python texts, the likeliest first; "" stands for a tensor. Not for parameters that are tensors.
std::vector<std::string> PlainValues(const knowledge::Parameter& parameter, Role role,
                                     const Dialect& dialect);

// What is done with an object of a class once it is made.
struct CallStyle {
  bool called = false;
  int tensors = 0;         // it is called with
  std::string_view value;  // or with this
};
// The likeliest first; one that does nothing for what is no class.
std::vector<CallStyle> CallStyles(const knowledge::ApiDoc& doc);

// Of a method: an object of its class, as Python. "": a tensor will do.
std::string ReceiverOf(const knowledge::ApiDoc& doc, const Dialect& dialect);

}  // namespace assay::trial
