// Defaults: of the signature, otherwise "Default: X" in the description (assemble.cc reads it).
// Normal form: Python text.
#include "knowledge/api/constraints/constraints.h"

namespace assay::knowledge {

void FindDefault(const RuleInput& input, std::vector<Constraint>& out) {
  const Parameter& parameter = input.parameter;
  // "<object object>" stands for "nothing was given": no value that a program could pass.
  if (!parameter.default_value || parameter.default_value->starts_with('<')) return;
  const std::string& value = *parameter.default_value;
  std::string sentence = StrCat(parameter.name, "=", value);
  for (const std::string& candidate : input.sentences) {
    const size_t word = candidate.find("efault");
    if (word != std::string::npos && candidate.find(value, word) != std::string::npos)
      sentence = candidate;
  }
  AddConstraint(input, "default", value, value, sentence, out);
}

}  // namespace assay::knowledge
