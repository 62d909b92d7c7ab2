// What `assay check` shows of one model: a table for people, an object for machines.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "oracle/check.h"
#include "oracle/layers.h"

namespace assay::cli {

struct CheckReport {
  std::string model;
  std::string inputs;  // where they come from, in words
  const oracle::Subject* subject = nullptr;
  oracle::Truth truth;
  bool with_reference = false;  // the reference was asked for as a target
  double load_ms = 0, peak_mb = 0;
  std::vector<oracle::TargetResult> targets;
  std::vector<oracle::Layer> layers;
};

nlohmann::json CheckJson(const CheckReport& report);
void PrintCheck(std::ostream& out, const CheckReport& report, bool color);

}  // namespace assay::cli
