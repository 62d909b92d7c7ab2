// Oracles: each turns what is documented into trials. One file each in oracles/, one line each in
// oracles.def.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "judge/trial_names.h"

namespace assay::judge {

struct Oracle {
  std::string_view name;
  std::string_view help;  // one line: what is held against what
  void (*make)(const OracleInput& input, std::vector<Trial>& out);  // null: made elsewhere
  bool extra;  // only when it is asked for by name
};

std::span<const Oracle> AllOracles();

}  // namespace assay::judge
