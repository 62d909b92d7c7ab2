// y = Layer(x)  ==>  y = New(Layer(x)), of the same type
//
// Promise: changes.   Needs: a layer that is no activation, whose result some new layer fits.
// Aims at: kernels and fusions at shapes that nobody has tried.
#include "mutate/layer.h"
#include "mutate/mutator.h"
#include "mutate/study/new_layer.h"
#include "mutate/study/splice.h"

namespace assay::mutate {
namespace la {
namespace {

// One site per layer and kind that fits behind it.
std::vector<Site> FindPlaces(const Model& model) {
  std::vector<Site> sites;
  const auto kinds = LayerKinds();
  for (const Site& layer : NodesWhere(model, IsFloatLayer))
    for (size_t k = 0; k < kinds.size(); ++k)
      if (kinds[k].fits(model, model.graph.type(layer.value).tensor))
        sites.push_back({.node = layer.node, .value = layer.value, .variant = static_cast<int>(k)});
  return sites;
}

Result<ModelCase> Add(const ModelCase& base, const Site& site, Rng& rng) {
  return InsertIfTolerated(base, site, rng, LayerKinds()[static_cast<size_t>(site.variant)].insert);
}

// As in the literature: LEMON, too, chooses by shape; nothing keeps values in range.
Result<ModelCase> AddUnscaled(const ModelCase& base, const Site& site, Rng& rng) {
  return InsertBehind(base, site, rng, Scale::kUnit,
                      LayerKinds()[static_cast<size_t>(site.variant)].insert);
}

}  // namespace
}  // namespace la

MutatorDef LADef() {
  return {.name = "LA",
          .meaning = "a new layer that is not an activation is inserted behind a layer",
          .choices =
              "kinds: convolution 1 and 3 wide, depthwise, transposed, max and average pooling "
              "(stride 1, padded), batch, instance and layer normalisation, dense, Gemm, Dropout, "
              "Pad with Slice; LEMON's pool without its activations, since the study's LA is for "
              "inactive layers. Images of at least 3 pixels for windows (LEMON). Weights normal "
              "with deviation 1/sqrt(terms), at most 2^18 of them. Unconstrained: deviation 1, so "
              "that values grow with the order",
          .family = Family::kStructure,
          .promise = Promise::kChanges,
          .find = la::FindPlaces,
          .apply = la::Add,
          .apply_unconstrained = la::AddUnscaled};
}

}  // namespace assay::mutate
