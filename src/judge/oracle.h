// Oracles: each turns what is documented into trials. One file each in oracles/, one line each in
// oracles.def.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "judge/call.h"
#include "judge/dialect.h"
#include "judge/trial.h"

namespace assay::judge {

struct OracleInput {
  const knowledge::ApiDoc& doc;
  const ApiCall& call;  // known to work
  const Dialect& dialect;
  const std::string& prelude;  // Python functions for trials: same, describe
};

struct Oracle {
  std::string_view name;
  std::string_view help;  // one line: what is held against what
  void (*make)(const OracleInput& input, std::vector<Trial>& out);  // null: made elsewhere
  bool extra;  // only when it is asked for by name: it takes seconds a trial
};

std::span<const Oracle> AllOracles();

inline constexpr std::string_view kTwinOracle = "twin";  // twin/witnesses.h

}  // namespace assay::judge
