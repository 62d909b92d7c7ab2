// Input data: a neighbour's input, or one of its element types; another value, another way to pass
// it, another form of the result.
#include <algorithm>

#include "optbug/mutate/rule.h"

namespace assay::optbug {
namespace {

bool ChooseValue(const Parts& parts, Form& form, Rng& rng) {
  const std::string& kind = parts.layers[form.layers.front()].from;
  std::vector<size_t> choices;
  for (size_t i = 0; i < parts.values.size(); ++i)
    if (i != form.value && Feeds(parts.values[i], kind)) choices.push_back(i);
  if (choices.empty()) return false;
  form.value = rng.Pick(std::span<const size_t>(choices));
  return true;
}

// The neighbour's own input where the model takes it; else an element type that it works with.
bool InputOfNeighbour(const RuleInput& input, Form& form, Rng& rng) {
  const size_t near = rng.Pick(std::span<const size_t>(input.near));
  const auto exchanged = input.seeds->exchanged.find({input.self, near});
  if (exchanged != input.seeds->exchanged.end() && rng.Chance(0.7)) {
    form.taken = exchanged->second;
    form.variation.reset();
    return true;
  }
  const std::vector<std::string>& types = input.seeds->members[near].types;
  return Vary(
      input.parts,
      [&](const Variation& variation) {
        return std::ranges::find(types, variation.type) != types.end();
      },
      form, rng);
}

}  // namespace

bool ApplyInput(const RuleInput& input, Form& form, Rng& rng) {
  constexpr double kValue = 0.6, kPassing = 0.25;
  if (form.taken && !input.near.empty()) return InputOfNeighbour(input, form, rng);
  if (form.taken) return Vary(input.parts, [](const Variation&) { return true; }, form, rng);
  if (form.layers.empty()) return false;
  const double turn = rng.Unit();
  const Parts& parts = input.parts;
  if (turn < kValue) return ChooseValue(parts, form, rng);
  const auto any = [&](size_t count) {
    return static_cast<size_t>(rng.Int(0, static_cast<int64_t>(count) - 1));
  };
  if (turn < kValue + kPassing)
    form.passing = any(parts.passings.size());
  else
    form.giving = any(parts.givings.size());
  return true;
}

}  // namespace assay::optbug
