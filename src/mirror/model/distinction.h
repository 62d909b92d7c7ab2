// Distinction (paper 003, section 3.4): what is documented of the APIs of a program and of their
// twins, side by side, for a prompt.
#pragma once

#include <string>
#include <vector>

#include "knowledge/api/api_base.h"
#include "knowledge/pairs/pair_base.h"
#include "mirror/rewrite/rewriter.h"

namespace assay::mirror {

// What is known of both frameworks. Borrowed; a null base says nothing.
struct Knowledge {
  const knowledge::ApiBase* from = nullptr;
  const knowledge::ApiBase* to = nullptr;
  const knowledge::PairBase* pairs = nullptr;
};

// Parameters with defaults and constraints, and an example, of every API of `uses` and of its twin,
// and which parameter is which: whole sentences and whole examples. Where that is more than
// `most_bytes`, all are told in brief; those that do not fit even so are left out, the last first,
// and their names go to `left_out`.
std::string DistinctionText(const std::vector<ApiUse>& uses, const Knowledge& knowledge,
                            size_t most_bytes, std::vector<std::string>* left_out = nullptr);

}  // namespace assay::mirror
