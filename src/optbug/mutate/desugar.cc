// Desugar: a feature of Python that an optimiser which reads or runs the source must translate.
#include "optbug/mutate/rule.h"

namespace assay::optbug {

bool ApplyDesugar(const RuleInput& input, Form& form, Rng& rng) {
  return PlaceLayer(
      input.parts, [](const Layer& layer) { return layer.kind == "desugar"; }, form, rng);
}

}  // namespace assay::optbug
