// Optimisation API: a neighbour's optimiser, or any other one, or the same one after the model was
// switched to training.
#include "optbug/mutate/rule.h"

namespace assay::optbug {

bool ApplyApi(const RuleInput& input, Form& form, Rng& rng) {
  constexpr double kTraining = 0.1;
  if (const Member* near = Neighbour(input, rng))
    return ChooseAmong(near->optimisers, input, form, rng);
  if (!form.taken && !input.parts.evaluation.empty() && rng.Chance(kTraining)) {
    form.training = !form.training;
    return true;
  }
  return ChooseOptimiser(input, [](const Optimiser&, const Optimiser&) { return true; }, form, rng);
}

}  // namespace assay::optbug
