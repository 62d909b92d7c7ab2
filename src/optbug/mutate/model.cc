// Model definition: another layer, one more, one less, or the whole chain as a module of its own.
#include "optbug/mutate/rule.h"

namespace assay::optbug {
namespace {

bool OfTheApi(const Layer& layer, const std::string&) { return layer.kind == "api"; }

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

}  // namespace

bool ApplyModel(const RuleInput& input, Form& form, Rng& rng) {
  constexpr double kNest = 0.1, kDrop = 0.15;  // mostly layers: there are hundreds of them
  if (form.taken) return false;
  const double turn = rng.Unit();
  if (turn < kNest) {
    form.nested = !form.nested;
    return true;
  }
  if (turn < kNest + kDrop && Drop(input.parts, form, rng)) return true;
  return PlaceLayer(input.parts, OfTheApi, "", form, rng);
}

}  // namespace assay::optbug
