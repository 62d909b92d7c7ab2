// TwinBook: twins by name that must not be held against each other, each with its reason:
// data/judge/twins.toml.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace assay::trial {

struct FalseTwin {
  std::string from, to;  // patterns; `to` "*": all
  std::string why;
};

struct TwinBook {
  std::vector<FalseTwin> false_twins;
  // Why not; "": nothing is known against them. Order does not matter.
  std::string WhyNot(const std::string& a, const std::string& b) const;
};

Result<TwinBook> LoadTwinBook();

}  // namespace assay::trial
