// w  ==>  w + N(0, 0.1 std(w)) for some elements
//
// Promise: changes.   Needs: a layer with weights.   Aims at: values, and the precision of kernels
// that reorder sums.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "mutate/edit.h"
#include "mutate/layer.h"
#include "mutate/mutator.h"
#include "mutate/study/splice.h"
#include "mutate/study/weights.h"

namespace assay::mutate {
namespace gf {
namespace {

constexpr double kNoise = 0.1;    // LEMON: standard deviations of the tensor
constexpr double kMostNoise = 3;  // in deviations of the noise: weights must not wander off

// Of equal weights (a fresh normalisation) their own size: they, too, must change.
double Deviation(const Weight& weight) {
  double sum = 0, squares = 0;
  for (int64_t i = 0; i < weight.count(); ++i) sum += weight.Get(i);
  const double mean = sum / static_cast<double>(weight.count());
  for (int64_t i = 0; i < weight.count(); ++i)
    squares += (weight.Get(i) - mean) * (weight.Get(i) - mean);
  const double deviation = std::sqrt(squares / static_cast<double>(weight.count()));
  return deviation > 0 ? deviation : std::fabs(mean);
}

// Every element with probability 0.3, at least one; `limit` in deviations.
void AddNoise(Weight& weight, Rng& rng, double limit) {
  const double sigma = kNoise * Deviation(weight);
  const int64_t forced = rng.Int(0, weight.count() - 1);
  for (int64_t i = 0; i < weight.count(); ++i)
    if (i == forced || rng.Chance(kWeightRatio))
      weight.Set(i, weight.Get(i) + sigma * std::clamp(rng.Normal(), -limit, limit));
}

std::vector<Site> FindNoisy(const Model& model) { return FindWeights(model, 1, 1); }

void FuzzWeights(WeightCall& call) {
  for (Weight& weight : call.weights) AddNoise(weight, call.rng, kMostNoise);
}

Result<ModelCase> Fuzz(const ModelCase& base, const Site& site, Rng& rng) {
  return ChangeWeights(base, site, rng, true, FuzzWeights);
}

// As in LEMON: all float initializers of any node, running variances and divisors included.
std::vector<Site> FindAnyWeights(const Model& model) {
  std::vector<Site> sites;
  for (size_t i = 0; i < model.graph.node_count(); ++i)
    if (!WeightInputs(model.graph, model.graph.node(i)).empty()) sites.push_back({.node = i});
  return sites;
}

Result<ModelCase> FuzzEverything(const ModelCase& base, const Site& site, Rng& rng) {
  ModelCase out = base;
  Graph& graph = out.model.graph;
  const NodePtr old = graph.nodes()[site.node];
  Node node = *old;
  for (const size_t i : WeightInputs(graph, *old)) {
    Weight weight(*graph.initializer(node.inputs[i]), site.node, i, 0);
    AddNoise(weight, rng, INFINITY);
    node.inputs[i] = AddConstant(graph, graph.name_of(node.inputs[i]), std::move(weight).Done());
  }
  graph.SetNode(site.node, std::move(node));
  DropWeights(graph, *old);
  return out;
}

}  // namespace
}  // namespace gf

MutatorDef GFDef() {
  return {.name = "GF",
          .meaning = "Gaussian noise is added to weights of a layer",
          .choices =
              "ratio 0.3 of the elements, deviation 0.1 of the tensor's own, or of its mean where "
              "all are equal (LEMON, whose code "
              "multiplies the deviations of a layer's tensors up; here each has its own), at "
              "most 3 deviations, no running variances. Unconstrained: every float "
              "initializer, variances included, and no limit",
          .family = Family::kWeight,
          .promise = Promise::kChanges,
          .find = gf::FindNoisy,
          .apply = gf::Fuzz,
          .find_unconstrained = gf::FindAnyWeights,
          .apply_unconstrained = gf::FuzzEverything};
}

}  // namespace assay::mutate
