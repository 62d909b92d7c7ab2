// w[.., neuron], b[neuron]  ==>  0, 0 for some neurons
//
// Promise: changes.   Needs: a layer with two neurons or more.   Aims at: sparse shortcuts, zeros
// that meet normalisation.
#include "mutate/mutator.h"
#include "mutate/study/weights.h"

namespace assay::mutate {
namespace neb {
namespace {

std::vector<Site> FindNeurons(const Model& model) { return FindWeights(model, 2, 1); }

void BlockNeurons(WeightCall& call) {
  for (Weight& weight : call.weights)
    for (const int64_t neuron : call.neurons)
      for (int64_t j = 0; j < weight.per_neuron(); ++j) weight.Set(weight.At(neuron, j), 0);
}

Result<ModelCase> Block(const ModelCase& base, const Site& site, Rng& rng) {
  return ChangeWeights(base, site, rng, true, BlockNeurons);
}
Result<ModelCase> BlockAnyway(const ModelCase& base, const Site& site, Rng& rng) {
  return ChangeWeights(base, site, rng, false, BlockNeurons);
}

}  // namespace
}  // namespace neb

MutatorDef NEBDef() {
  return {.name = "NEB",
          .meaning = "some neurons of a layer are blocked: weights and biases become zero",
          .choices =
              "ratio 0.3 of the neurons (LEMON), at least one. "
              "Unconstrained: also where what follows needs the range",
          .family = Family::kWeight,
          .promise = Promise::kChanges,
          .find = neb::FindNeurons,
          .apply = neb::Block,
          .apply_unconstrained = neb::BlockAnyway};
}

}  // namespace assay::mutate
