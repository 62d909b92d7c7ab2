#include <array>

#include "optbug/mutate/rule.h"

namespace assay::optbug {

#define RULE(Name, name, kind, help) bool Apply##Name(const RuleInput&, Form&, Rng&);
#include "optbug/mutate/rules.def"
#undef RULE

std::span<const Rule> AllRules() {
  static constexpr std::array kRulesTable = {
#define RULE(Name, name, kind, help) Rule{name, kind, help, Apply##Name},
#include "optbug/mutate/rules.def"
#undef RULE
  };
  return kRulesTable;
}

}  // namespace assay::optbug
