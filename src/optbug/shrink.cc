#include "optbug/shrink.h"

namespace assay::optbug {
namespace {

// All forms that are smaller by one step, the coarse steps first.
std::vector<Form> Smaller(const Parts& parts, const Form& form) {
  std::vector<Form> out;
  const auto with = [&](auto change) {
    Form next = form;
    change(next);
    if (!(next == form) && Fits(parts, next)) out.push_back(std::move(next));
  };
  with([](Form& f) { f.twist.reset(); });
  with([](Form& f) { f.nested = false; });
  with([](Form& f) { f.training = false; });
  if (form.taken) return out;
  for (size_t at = 0; at < form.layers.size(); ++at) {
    const auto place = static_cast<long>(at);
    with([&](Form& f) { f.layers = {form.layers[at]}; });
    with([&](Form& f) { f.layers.erase(f.layers.begin() + place); });
  }
  with([](Form& f) { f.giving = 0; });
  with([](Form& f) { f.passing = 0; });
  for (size_t value = 0; value < parts.values.size(); ++value)
    if (value < form.value) {
      with([&](Form& f) { f.value = value; });
      if (Feeds(parts.values[value], parts.layers[form.layers.front()].from)) break;
    }
  return out;
}

// The plain value for a chain that begins with another kind now.
void FitValue(const Parts& parts, Form& form) {
  if (form.taken || form.layers.empty()) return;
  const std::string& kind = parts.layers[form.layers.front()].from;
  for (size_t i = 0; !Feeds(parts.values[form.value], kind) && i < parts.values.size(); ++i)
    if (Feeds(parts.values[i], kind)) form.value = i;
}

}  // namespace

Candidate Shrink(const Generator& generator, const Candidate& candidate,
                 const std::function<bool(const Candidate&)>& fails) {
  constexpr int kMostRuns = 40;
  Candidate best = candidate;
  const Parts& parts = generator.PartsOf(candidate.framework);
  int runs = 0;
  for (bool better = candidate.form.has_value(); better;) {
    better = false;
    for (Form& form : Smaller(parts, *best.form)) {
      FitValue(parts, form);
      if (++runs > kMostRuns) return best;
      Candidate next = generator.Rewrite(best, form);
      if (!fails(next)) continue;
      best = std::move(next);
      better = true;
      break;
    }
  }
  return best;
}

}  // namespace assay::optbug
