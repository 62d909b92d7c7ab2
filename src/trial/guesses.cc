#include "trial/guesses.h"

#include <algorithm>

#include "base/strings.h"
#include "trial/roles.h"

namespace assay::trial {
namespace {

// T: a matrix, V: a vector, I: indices; anything else as it is.
const std::vector<std::vector<std::string>> kLists = {
    {"T"},      {"T", "T"}, {"T", "2"},      {"T", "0"},      {"T", "0.5"}, {"I"},      {"I", "I"},
    {"T", "I"}, {"V"},      {"T", "T", "T"}, {"2"},           {"0.5"},      {"(2, 3)"}, {"'a'"},
    {"True"},   {"2", "2"}, {"0", "1"},      {"T", "0", "I"}, {"T", "'a'"}, {"[2]"},
};

}  // namespace

std::vector<ApiCall> GuessedCalls(const knowledge::ApiDoc& doc, const Dialect& dialect) {
  const bool known = std::any_of(
      doc.parameters.begin(), doc.parameters.end(),
      [](const knowledge::Parameter& parameter) { return !parameter.kind.starts_with("var-"); });
  if (known || doc.kind == "property") return {};
  std::vector<ApiCall> out;
  for (const std::vector<std::string>& list : kLists) {
    ApiCall call;
    call.source = "guess";
    if (doc.kind == "method") {
      call.receiver = ReceiverOf(doc, dialect);
      if (call.receiver.empty())
        call.receiver = dialect.tensor({2, 3}, list[0] == "I" ? "int64" : "float32");
    }
    for (const std::string& letter : list) {
      std::string text = letter;
      if (letter == "T") text = dialect.tensor({2, 3}, "float32");
      if (letter == "V") text = dialect.tensor({4}, "float32");
      if (letter == "I") text = dialect.tensor({2, 3}, "int64");
      call.arguments.push_back(
          {call.arguments.empty() ? "x" : StrCat("x", call.arguments.size() + 1),
           text,
           false,
           "",
           {}});
    }
    out.push_back(std::move(call));
  }
  return out;
}

}  // namespace assay::trial
