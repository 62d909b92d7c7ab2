#include "optbug/mutate/rule.h"

#include <algorithm>
#include <array>

namespace assay::optbug {
namespace {

struct Place {
  size_t at = 0;
  bool replaces = false;
  size_t layer = 0;
};

// What follows a model that was taken: a tensor of any shape.
bool PlaceBehind(const Parts& parts, const std::function<bool(const Layer&)>& wanted, Form& form,
                 Rng& rng) {
  constexpr size_t kMostBehind = 3;
  if (form.taken->gives != "float32" || form.layers.size() >= kMostBehind) return false;
  std::vector<size_t> choices;
  for (size_t i = 0; i < parts.layers.size(); ++i)
    if (parts.layers[i].any_shape && wanted(parts.layers[i])) choices.push_back(i);
  if (choices.empty()) return false;
  form.layers.push_back(rng.Pick(std::span<const size_t>(choices)));
  return true;
}

}  // namespace

#define RULE(Name, name, kind, help) bool Apply##Name(const RuleInput&, Form&, Rng&);
#include "optbug/mutate/rules.def"
#undef RULE

std::span<const Rule> AllRules() {
  static constexpr std::array kRulesTable = {
#define RULE(Name, name, kind, help) Rule{name, kind, help, Apply##Name},
#include "optbug/mutate/rules.def"
#undef RULE
  };
  return kRulesTable;
}

bool PlaceLayer(const Parts& parts, const std::function<bool(const Layer&)>& wanted, Form& form,
                Rng& rng) {
  if (form.taken) return PlaceBehind(parts, wanted, form, rng);
  if (form.layers.empty()) return false;
  std::vector<Place> places;
  for (size_t i = 0; i < parts.layers.size(); ++i) {
    const Layer& layer = parts.layers[i];
    if (!wanted(layer)) continue;
    for (size_t at = 0; at <= form.layers.size(); ++at) {
      const std::string& kind = KindBefore(parts, form.layers, at);
      // What comes first says what the model is given.
      if (at == 0 ? layer.from != kind : !Takes(layer, kind)) continue;
      const std::string& given = layer.any_shape ? kind : layer.to;
      if (given == kind || at == form.layers.size()) places.push_back({at, false, i});
      if (at < form.layers.size() && KindBefore(parts, form.layers, at + 1) == given &&
          form.layers[at] != i)
        places.push_back({at, true, i});
    }
  }
  if (places.empty()) return false;
  const Place& place = rng.Pick(std::span<const Place>(places));
  if (place.replaces)
    form.layers[place.at] = place.layer;
  else
    form.layers.insert(form.layers.begin() + static_cast<long>(place.at), place.layer);
  return true;
}

const Member* Neighbour(const RuleInput& input, Rng& rng) {
  if (input.near.empty()) return nullptr;
  return &input.seeds->members[rng.Pick(std::span<const size_t>(input.near))];
}

bool ChooseAmong(const std::vector<size_t>& optimisers, const RuleInput& input, Form& form,
                 Rng& rng) {
  std::vector<size_t> choices;
  for (const size_t i : optimisers)
    if (i != form.optimiser && std::ranges::find(input.optimisers, i) != input.optimisers.end())
      choices.push_back(i);
  if (choices.empty()) return false;
  form.optimiser = rng.Pick(std::span<const size_t>(choices));
  return true;
}

bool Vary(const Parts& parts, const std::function<bool(const Variation&)>& wanted, Form& form,
          Rng& rng) {
  std::vector<size_t> choices;
  for (size_t i = 0; i < parts.variations.size(); ++i)
    if (i != form.variation && wanted(parts.variations[i]) &&
        Varies(parts.variations[i], *form.taken))
      choices.push_back(i);
  if (choices.empty()) return false;
  form.variation = rng.Pick(std::span<const size_t>(choices));
  return true;
}

bool ChooseOptimiser(const RuleInput& input,
                     const std::function<bool(const Optimiser&, const Optimiser&)>& wanted,
                     Form& form, Rng& rng) {
  std::vector<size_t> choices;
  for (const size_t i : input.optimisers)
    if (i != form.optimiser &&
        wanted(input.parts.optimisers[i], input.parts.optimisers[form.optimiser]))
      choices.push_back(i);
  if (choices.empty()) return false;
  form.optimiser = rng.Pick(std::span<const size_t>(choices));
  return true;
}

}  // namespace assay::optbug
