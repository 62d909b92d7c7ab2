// The call of an API in a program, its arguments by the names of the documented parameters.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "knowledge/api/api_doc.h"
#include "program/parse/program.h"

namespace assay::judge::model {

// Calls of `api`, in the order of the text.
std::vector<const program::Call*> CallsOf(const program::Program& program, const std::string& api);

struct BoundArguments {
  std::map<std::string, std::string> texts;  // Python by parameter; positions beyond them as "#4"
  std::string twice;                         // a parameter that is passed by position and by name
};
BoundArguments BindArguments(const program::Call& call, const knowledge::ApiDoc& doc);

// `program` with another value for one argument of its only call of the API; added as a keyword
// when it was not passed. Nothing when there is no such call, or several, or arguments are spread.
std::optional<std::string> WithArgument(const std::string& program, const knowledge::ApiDoc& doc,
                                        const std::string& parameter, const std::string& value);

// Without white space, and with one kind of quotation marks: equal for texts that differ in layout.
std::string Dense(std::string_view text);

}  // namespace assay::judge::model
