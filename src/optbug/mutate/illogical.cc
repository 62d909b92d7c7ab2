// Illogical: code that is legal and makes no sense, in the model or around the optimisation.
#include "optbug/mutate/rule.h"

namespace assay::optbug {

bool ApplyIllogical(const RuleInput& input, Form& form, Rng& rng) {
  const Parts& parts = input.parts;
  if (!parts.twists.empty() &&
      rng.Chance(form.taken && form.taken->gives != "float32" ? 1.0 : 0.4)) {
    form.twist = static_cast<size_t>(rng.Int(0, static_cast<int64_t>(parts.twists.size()) - 1));
    return true;
  }
  return PlaceLayer(parts, [](const Layer& layer) { return layer.kind == "illogical"; }, form, rng);
}

}  // namespace assay::optbug
