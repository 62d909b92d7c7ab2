// w[.., i], w[.., k]  ==>  w[.., k], w[.., i]      two neurons, with their biases
//
// Promise: changes.   Needs: a layer with at least two neurons.   Aims at: packed and cached
// weights, channel order.
#include "mutate/mutator.h"
#include "mutate/study/weights.h"

namespace assay::mutate {
namespace ns {
namespace {

std::vector<Site> FindPairs(const Model& model) { return FindWeights(model, 2, 1); }

void SwitchNeurons(WeightCall& call) {
  const int64_t count = call.weights[0].neurons();
  const int64_t first = call.rng.Int(0, count - 1);
  const int64_t second = (first + call.rng.Int(1, count - 1)) % count;
  for (Weight& weight : call.weights)
    for (int64_t j = 0; j < weight.per_neuron(); ++j) {
      const int64_t a = weight.At(first, j), b = weight.At(second, j);
      const double kept = weight.Get(a);
      weight.Set(a, weight.Get(b));
      weight.Set(b, kept);
    }
}

Result<ModelCase> Switch(const ModelCase& base, const Site& site, Rng& rng) {
  return ChangeWeights(base, site, rng, true, SwitchNeurons);
}
Result<ModelCase> SwitchAnyway(const ModelCase& base, const Site& site, Rng& rng) {
  return ChangeWeights(base, site, rng, false, SwitchNeurons);
}

}  // namespace
}  // namespace ns

MutatorDef NSDef() {
  return {.name = "NS",
          .meaning = "two neurons of a layer change places, with their biases",
          .choices =
              "one pair, as in LEMON, drawn uniformly. Unconstrained: also where what follows "
              "needs the range",
          .family = Family::kWeight,
          .promise = Promise::kChanges,
          .find = ns::FindPairs,
          .apply = ns::Switch,
          .apply_unconstrained = ns::SwitchAnyway};
}

}  // namespace assay::mutate
