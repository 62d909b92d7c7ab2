// Bug location: another optimiser whose code lies where a neighbour's goes wrong, or in the same
// folder as the present one's.
#include "optbug/mutate/rule.h"

namespace assay::optbug {
namespace {

// torch/jit holds torch/jit/frontend; either may be the longer one.
bool Together(const std::string& place, const std::string& folder) {
  const auto within = [](const std::string& inner, const std::string& outer) {
    return inner == outer || inner.starts_with(outer + "/");
  };
  return !folder.empty() && !place.empty() && (within(folder, place) || within(place, folder));
}

}  // namespace

bool ApplyLocation(const RuleInput& input, Form& form, Rng& rng) {
  if (const Member* near = Neighbour(input, rng)) {
    const std::string folder = near->folder;
    if (ChooseOptimiser(
            input,
            [&](const Optimiser& other, const Optimiser&) { return Together(other.place, folder); },
            form, rng))
      return true;
  }
  return ChooseOptimiser(
      input, [](const Optimiser& other, const Optimiser& now) { return other.place == now.place; },
      form, rng);
}

}  // namespace assay::optbug
