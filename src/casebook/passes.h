// Passes of the reducer: one file each in passes/, one line each in passes.def.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "casebook/view.h"

namespace assay::casebook {

// Edits that are made together or not at all.
using Proposal = std::vector<program::Edit>;

struct Pass {
  std::string_view name;
  bool with_claim;
  std::string_view help;
  // Everything that can be tried, in the order of the text. Each proposal leads to something
  // smaller or plainer, so that trying them again and again comes to an end.
  std::vector<Proposal> (*propose)(const View& view);
};

std::span<const Pass> AllPasses();

}  // namespace assay::casebook
