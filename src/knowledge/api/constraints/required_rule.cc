// What must be given: parameters of the signature without a default. Normal form: "required".
#include "knowledge/api/constraints/constraints.h"

namespace assay::knowledge {

void FindRequired(const RuleInput& input, std::vector<Constraint>& out) {
  // Without a signature nobody says what may be left out; with overloads it depends on which.
  if (input.parameter.optional || input.doc.signature.empty() ||
      input.doc.signature.find('\n') != std::string::npos)
    return;
  // "A `Tensor` (optional)", "Optional. …", "(Optional.)", "may be None".
  for (const std::string& sentence : input.sentences)
    if (sentence.find("ptional") != std::string::npos) return;
  AddConstraint(input, "required", input.parameter.name, "required", input.doc.signature, out);
}

}  // namespace assay::knowledge
