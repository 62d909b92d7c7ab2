#include "campaign/operators.h"

#include <algorithm>

#include "base/strings.h"

namespace assay::campaign {
namespace {

bool Admits(const std::vector<std::string>& only, const mutate::MutatorDef& mutator) {
  return only.empty() || std::ranges::any_of(only, [&](const std::string& name) {
           return mutate::FindMutator(name) == &mutator;
         });
}

}  // namespace

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
