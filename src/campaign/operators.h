// The mutation operators that a search method of the literature works with.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mutate/mutator.h"

namespace assay::campaign {

struct OperatorSet {
  std::vector<const mutate::MutatorDef*> all;  // in the order of the names, each once
  std::vector<std::string> notes;              // what is missing, for people

  size_t size() const { return all.size(); }
  // Position of a mutator by name; -1 when it is not in the set.
  int IndexOf(std::string_view name) const;
};

// Those of `names` that exist and that `only` (names, too; empty: no restriction) admits.
OperatorSet ChooseOperators(std::span<const std::string_view> names,
                            const std::vector<std::string>& only);

}  // namespace assay::campaign
