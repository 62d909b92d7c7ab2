#include "campaign/rounds.h"

#include <algorithm>
#include <array>

namespace assay::campaign {
namespace {

constexpr size_t kMediumFrom = 20, kDeepFrom = 80;  // nodes

using ByDepth = std::array<int, 3>;
constexpr ByDepth kWeight = {100, 100, 100};
constexpr ByDepth kRemoval = {5, 20, 50};            // LR: a model must not run out of layers
constexpr ByDepth kActivationRemoval = {5, 10, 20};  // ARFm: nor of activations
constexpr ByDepth kOthers = {10, 40, 100};

const ByDepth& RowOf(const mutate::MutatorDef& mutator) {
  if (mutator.name == "LR") return kRemoval;
  if (mutator.name == "ARFm") return kActivationRemoval;
  return mutator.family == mutate::Family::kWeight ? kWeight : kOthers;
}

}  // namespace

Depth DepthOf(size_t nodes) {
  return nodes < kMediumFrom ? Depth::kShallow : nodes < kDeepFrom ? Depth::kMedium : Depth::kDeep;
}

int Rounds(const mutate::MutatorDef& mutator, Depth depth) {
  return RowOf(mutator)[static_cast<size_t>(depth)];
}

bool RoundsLeft(const Recipe& recipe, const mutate::MutatorDef& mutator, Depth depth) {
  const auto used = std::ranges::count_if(
      recipe.steps, [&](const Step& step) { return step.mutator == mutator.name; });
  return used < Rounds(mutator, depth);
}

}  // namespace assay::campaign
