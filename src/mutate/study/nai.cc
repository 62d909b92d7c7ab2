// w[.., neuron], b[neuron]  ==>  -w[.., neuron], -b[neuron] for some neurons
//
// Promise: changes.   Needs: a layer with weights.   Aims at: signs: what follows sees the other
// side of its activation.
#include "mutate/mutator.h"
#include "mutate/study/weights.h"

namespace assay::mutate {
namespace nai {
namespace {

std::vector<Site> FindNeurons(const Model& model) { return FindWeights(model, 1, 1); }

void InvertNeurons(WeightCall& call) {
  for (Weight& weight : call.weights)
    for (const int64_t neuron : call.neurons)
      for (int64_t j = 0; j < weight.per_neuron(); ++j)
        weight.Set(weight.At(neuron, j), -weight.Get(weight.At(neuron, j)));
}

Result<ModelCase> Invert(const ModelCase& base, const Site& site, Rng& rng) {
  return ChangeWeights(base, site, rng, true, InvertNeurons);
}
Result<ModelCase> InvertAnyway(const ModelCase& base, const Site& site, Rng& rng) {
  return ChangeWeights(base, site, rng, false, InvertNeurons);
}

}  // namespace
}  // namespace nai

MutatorDef NAIDef() {
  return {.name = "NAI",
          .meaning = "some neurons of a layer are inverted: weights and biases change their sign",
          .choices =
              "ratio 0.3 of the neurons (LEMON), at least one. "
              "Unconstrained: also where what follows needs the range",
          .family = Family::kWeight,
          .promise = Promise::kChanges,
          .find = nai::FindNeurons,
          .apply = nai::Invert,
          .apply_unconstrained = nai::InvertAnyway};
}

}  // namespace assay::mutate
