// One parameter of a program changed by rule, to ask a model only for what that changes.
#pragma once

#include <optional>
#include <string>

#include "knowledge/api/api_doc.h"

namespace assay::judge::model {

struct Variant {
  std::string parameter, value;  // Python
  std::string program;
};

// The first documented parameter, in the order of the signature, that another value is known for:
// a flag turned round, another member of an enumeration, another number. Nothing when there is none
// or the program calls the API not exactly once.
std::optional<Variant> MakeVariant(const std::string& program, const knowledge::ApiDoc& doc);

// The parameter to let a model change: that of MakeVariant, otherwise the first that has a
// description and is passed as a keyword or not at all. "" when there is none.
std::string ParameterToChange(const std::string& program, const knowledge::ApiDoc& doc);

}  // namespace assay::judge::model
