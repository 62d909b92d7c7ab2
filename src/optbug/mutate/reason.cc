// Bug reason: something of the same root cause (a layer, a value or a way to pass it), and another
// optimiser, a neighbour's where there is one. The reason itself stays.
#include "optbug/mutate/rule.h"

namespace assay::optbug {
namespace {

// Values and ways to pass them whose category it is.
bool ChooseInput(const Parts& parts, const std::string& category, Form& form, Rng& rng) {
  if (form.layers.empty()) return false;
  const std::string& kind = parts.layers[form.layers.front()].from;
  std::vector<size_t> values, passings;
  for (size_t i = 0; i < parts.values.size(); ++i)
    if (parts.values[i].category == category && Feeds(parts.values[i], kind)) values.push_back(i);
  for (size_t i = 0; i < parts.passings.size(); ++i)
    if (parts.passings[i].category == category) passings.push_back(i);
  if (values.empty() && passings.empty()) return false;
  if (passings.empty() || (!values.empty() && rng.Chance(0.5)))
    form.value = rng.Pick(std::span<const size_t>(values));
  else
    form.passing = rng.Pick(std::span<const size_t>(passings));
  return true;
}

}  // namespace

bool ApplyReason(const RuleInput& input, Form& form, Rng& rng) {
  const Member* near = Neighbour(input, rng);
  if (near == nullptr && input.pasts.empty()) return false;
  const std::string category = near != nullptr ? near->category
                               : form.category.empty()
                                   ? rng.Pick(std::span<const Past>(input.pasts)).category
                                   : form.category;
  const auto place = [&] {
    return PlaceLayer(
        input.parts, [&](const Layer& layer) { return layer.category == category; }, form, rng);
  };
  const auto choose = [&] {
    if (!form.taken) return ChooseInput(input.parts, category, form, rng);
    return Vary(
        input.parts, [&](const Variation& variation) { return variation.category == category; },
        form, rng);
  };
  const bool changed = rng.Chance(0.5) ? place() || choose() : choose() || place();
  if (!rng.Chance(0.5)) return changed;
  if (near != nullptr) return ChooseAmong(near->optimisers, input, form, rng) || changed;
  ChooseOptimiser(input, [](const Optimiser&, const Optimiser&) { return true; }, form, rng);
  return changed;
}

}  // namespace assay::optbug
