// Constraints in documentation, found by rules.
//
// A rule must be right rather than complete: what it is unsure of it leaves alone, and a model may
// be asked about it (model.h). Sentences about cases ("If x is negative, …") bind nobody and are
// not read as demands.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/strings.h"
#include "knowledge/api/api_doc.h"
#include "knowledge/text.h"

namespace assay::knowledge {

// Replaces the constraints of all parameters by what the rules find.
void FindConstraints(ApiDoc& doc);

// What a rule looks at.
struct RuleInput {
  const Parameter& parameter;
  const ApiDoc& doc;
  std::vector<std::string> sentences;  // of the parameter's description
  // Sentences of the API's text that have the parameter as their subject: "`p` must be positive."
  std::vector<std::string> about;
};

struct Rule {
  std::string_view kind;
  void (*find)(const RuleInput& input, std::vector<Constraint>& out);
};
std::span<const Rule> AllRules();

// Adds one constraint; a second one of the same kind and normal form is dropped.
void AddConstraint(const RuleInput& input, std::string_view kind, std::string_view value,
                   std::string_view normal, std::string_view sentence,
                   std::vector<Constraint>& out);

// Whether what stands before `at` makes the rest a mere case ("if …", "when …"), an example
// ("e.g.") or a statement about something else than the parameter (a result, another parameter).
bool IsAside(std::string_view sentence, size_t at, const RuleInput& input);

}  // namespace assay::knowledge
