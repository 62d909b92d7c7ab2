// w[.., neuron]  ==>  the same weights in another order, for some neurons
//
// Promise: changes.   Needs: a layer with at least two weights per neuron.   Aims at: packed and
// cached weights.
#include "mutate/mutator.h"
#include "mutate/study/weights.h"

namespace assay::mutate {
namespace {

std::vector<Site> FindShuffles(const Model& model) { return FindWeights(model, 1, 2); }

void ShuffleWeights(WeightCall& call) {
  Weight& main = call.weights[0];
  for (const int64_t neuron : call.neurons)
    for (int64_t j = main.per_neuron() - 1; j > 0; --j) {
      const int64_t a = main.At(neuron, j), b = main.At(neuron, call.rng.Int(0, j));
      const double kept = main.Get(a);
      main.Set(a, main.Get(b));
      main.Set(b, kept);
    }
}

Result<ModelCase> Shuffle(const ModelCase& base, const Site& site, Rng& rng) {
  return ChangeWeights(base, site, rng, true, ShuffleWeights);
}
Result<ModelCase> ShuffleAnyway(const ModelCase& base, const Site& site, Rng& rng) {
  return ChangeWeights(base, site, rng, false, ShuffleWeights);
}

}  // namespace

MutatorDef WSDef() {
  return {.name = "WS",
          .meaning =
              "the weights of some neurons of a layer are shuffled, each neuron's among "
              "themselves",
          .choices =
              "ratio 0.3 of the neurons (LEMON), at least one. LEMON: "
              "Conv2D and Dense only; here every layer with weights, recurrent ones and "
              "embeddings included. Unconstrained: also where what follows needs the range",
          .family = Family::kWeight,
          .promise = Promise::kChanges,
          .find = FindShuffles,
          .apply = Shuffle,
          .apply_unconstrained = ShuffleAnyway};
}

}  // namespace assay::mutate
