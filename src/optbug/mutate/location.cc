// Bug location: the same program with another optimiser whose code lies in the same folder.
#include "optbug/mutate/rule.h"

namespace assay::optbug {

bool ApplyLocation(const RuleInput& input, Form& form, Rng& rng) {
  return ChooseOptimiser(
      input, [](const Optimiser& other, const Optimiser& now) { return other.place == now.place; },
      form, rng);
}

}  // namespace assay::optbug
