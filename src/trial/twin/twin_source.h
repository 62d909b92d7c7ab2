// Where twins of the judged framework's APIs are found: another framework that can be run here.
#pragma once

#include <string>

#include "knowledge/api/api_base.h"
#include "knowledge/pairs/pair_base.h"

namespace assay::trial {

struct TwinSource {
  std::string framework;      // as documentation calls it
  knowledge::PairBase pairs;  // from the judged framework to this one
  knowledge::ApiBase docs;    // of this one
};

}  // namespace assay::trial
