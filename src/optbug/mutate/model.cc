// Model definition: a neighbour's model on the same input, or beside the present one, or a layer of
// it behind; another layer, one more, one less, or the whole chain as a module of its own.
#include <algorithm>

#include "optbug/mutate/rule.h"

namespace assay::optbug {
namespace {

bool OfTheApi(const Layer& layer) { return layer.kind == "api"; }

// Leaves out a layer that gives what it takes.
bool Drop(const Parts& parts, Form& form, Rng& rng) {
  std::vector<size_t> spare;
  for (size_t at = 0; at < form.layers.size() && form.layers.size() > 1; ++at)
    if (parts.layers[form.layers[at]].from == parts.layers[form.layers[at]].to) spare.push_back(at);
  if (spare.empty()) return false;
  form.layers.erase(form.layers.begin() +
                    static_cast<long>(rng.Pick(std::span<const size_t>(spare))));
  return true;
}

// A layer of the table that makes one of these APIs.
bool PlaceOneOf(const Parts& parts, const std::vector<std::string>& apis, Form& form, Rng& rng) {
  return PlaceLayer(
      parts,
      [&](const Layer& layer) {
        const std::set<std::string> made = ApisOfLayers(parts, {layer.name});
        return OfTheApi(layer) && std::ranges::any_of(apis, [&](const std::string& api) {
                 return made.contains(api);
               });
      },
      form, rng);
}

bool ModelOfNeighbour(const RuleInput& input, Form& form, Rng& rng) {
  constexpr double kReplaced = 0.5, kLayer = 0.3;
  const size_t near = rng.Pick(std::span<const size_t>(input.near));
  const Member& other = input.seeds->members[near];
  const auto exchanged = input.seeds->exchanged.find({near, input.self});
  if (exchanged != input.seeds->exchanged.end() && rng.Chance(kReplaced)) {
    form.taken = exchanged->second;
    form.layers.clear();
    return true;
  }
  if (rng.Chance(kLayer) && PlaceOneOf(input.parts, other.layers, form, rng)) return true;
  if (form.beside || !form.taken->OnlyTensors() || !other.taken.OnlyTensors()) return false;
  form.beside = other.taken;
  return true;
}

}  // namespace

bool ApplyModel(const RuleInput& input, Form& form, Rng& rng) {
  constexpr double kNest = 0.1, kDrop = 0.15;  // mostly layers: there are hundreds of them
  if (form.taken && !input.near.empty()) return ModelOfNeighbour(input, form, rng);
  const double turn = rng.Unit();
  if (turn < kNest) {
    form.nested = !form.nested;
    return true;
  }
  if (turn < kNest + kDrop && Drop(input.parts, form, rng)) return true;
  return PlaceLayer(input.parts, OfTheApi, form, rng);
}

}  // namespace assay::optbug
