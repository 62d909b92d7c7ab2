// Input data: another value, another way to pass it, another form of the result.
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

}  // namespace

bool ApplyInput(const RuleInput& input, Form& form, Rng& rng) {
  constexpr double kValue = 0.6, kPassing = 0.25;
  if (form.taken || form.layers.empty()) return false;
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
