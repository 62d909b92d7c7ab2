#include "campaign/mcmc.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "base/strings.h"

namespace assay::campaign {
namespace {

bool Admits(const std::vector<std::string>& only, const mutate::MutatorDef& mutator) {
  return only.empty() || std::ranges::any_of(only, [&](const std::string& name) {
           return mutate::FindMutator(name) == &mutator;
         });
}

}  // namespace

size_t NextOperator(const std::vector<double>& scores, int last, double p, Rng& rng) {
  const auto most = static_cast<int64_t>(scores.size()) - 1;
  if (last < 0 || last > most) return static_cast<size_t>(rng.Int(0, most));
  std::vector<size_t> ranked(scores.size());
  std::iota(ranked.begin(), ranked.end(), size_t{0});
  for (int64_t i = most; i > 0; --i)
    std::swap(ranked[static_cast<size_t>(i)], ranked[static_cast<size_t>(rng.Int(0, i))]);
  std::ranges::stable_sort(ranked, [&](size_t a, size_t b) { return scores[a] > scores[b]; });
  const auto k1 = std::ranges::find(ranked, static_cast<size_t>(last)) - ranked.begin();
  // Ends: rank k1 itself is accepted with certainty.
  while (true) {
    const int64_t k2 = rng.Int(0, most);
    if (rng.Unit() < std::pow(1 - p, static_cast<double>(k2 - k1)))
      return ranked[static_cast<size_t>(k2)];
  }
}

size_t DrawWeighted(const std::vector<double>& weights, Rng& rng) {
  double at = rng.Unit() * std::accumulate(weights.begin(), weights.end(), 0.0);
  for (size_t i = 0; i < weights.size(); ++i)
    if ((at -= weights[i]) < 0) return i;
  return weights.size() - 1;
}

int OperatorSet::IndexOf(std::string_view name) const {
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i]->name == name) return static_cast<int>(i);
  return -1;
}

OperatorSet ChooseOperators(std::span<const std::string_view> names,
                            const std::vector<std::string>& only) {
  OperatorSet out;
  for (const std::string_view name : names) {
    const mutate::MutatorDef* mutator = mutate::FindMutator(name);
    if (mutator == nullptr)
      out.notes.push_back(StrCat("the method's operator ", name, " does not exist here"));
    else if (Admits(only, *mutator) && out.IndexOf(mutator->name) < 0)
      out.all.push_back(mutator);
  }
  if (out.all.empty())
    out.notes.emplace_back(
        "--mutators names none of the method's own operators: only the seeds themselves are run");
  return out;
}

}  // namespace assay::campaign
