// Triggered exception: a construct whose mistakes end in another exception than that of the known
// bug; which exceptions there are is told by the pool and by the table of layers.
#include "optbug/mutate/rule.h"

namespace assay::optbug {

bool ApplyException(const RuleInput& input, Form& form, Rng& rng) {
  std::vector<std::string> known;
  for (const Past& past : input.pasts)
    if (!past.exception.empty() && past.exception != form.exception)
      known.push_back(past.exception);
  for (const Layer& layer : input.parts.layers)
    if (!layer.exception.empty() && layer.exception != form.exception)
      known.push_back(layer.exception);
  if (known.empty()) return false;
  const std::string exception = rng.Pick(std::span<const std::string>(known));
  return PlaceLayer(
      input.parts,
      [](const Layer& layer, const std::string& word) { return layer.exception == word; },
      exception, form, rng);
}

}  // namespace assay::optbug
