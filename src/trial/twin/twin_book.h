// TwinBook: twins by name that must not be held against each other, each with its reason:
// data/judge/twins.toml.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "knowledge/api/api_base.h"
#include "knowledge/pairs/pair_base.h"

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

// Where twins of the judged framework's APIs are found: another framework that can be run here.
struct TwinSource {
  std::string framework;      // as documentation calls it
  knowledge::PairBase pairs;  // from the judged framework to this one
  knowledge::ApiBase docs;    // of this one
};

}  // namespace assay::trial
