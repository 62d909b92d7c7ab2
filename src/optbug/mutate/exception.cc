// Triggered exception: a construct whose mistakes end in another exception than that of the known
// bug: one that a neighbour ends in; else any that the pool and the table of layers know.
#include "optbug/mutate/rule.h"

namespace assay::optbug {

namespace {

// Exceptions to turn to.
std::vector<std::string> Known(const RuleInput& input, const Form& form) {
  std::vector<std::string> out;
  const auto add = [&](const std::string& exception) {
    if (!exception.empty() && exception != form.exception) out.push_back(exception);
  };
  for (const size_t near : input.near) add(input.seeds->members[near].exception);
  // A difference of values is no exception: what asserts it says nothing of constructs.
  std::erase(out, "AssertionError");
  if (!out.empty()) return out;
  for (const Past& past : input.pasts) add(past.exception);
  for (const Layer& layer : input.parts.layers) add(layer.exception);
  return out;
}

}  // namespace

bool ApplyException(const RuleInput& input, Form& form, Rng& rng) {
  const std::vector<std::string> known = Known(input, form);
  if (known.empty()) return false;
  const std::string exception = rng.Pick(std::span<const std::string>(known));
  return PlaceLayer(
      input.parts, [&](const Layer& layer) { return layer.exception == exception; }, form, rng);
}

}  // namespace assay::optbug
