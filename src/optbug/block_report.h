// A block of programs as the store keeps it: read by runs that go on, tables and pages alike.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::optbug {

struct ProgramReport {
  std::string optimiser, rule, kind;
  std::string status, verdict, reason, message;
  std::string model;  // what distinguishes the program
  bool valid = false, relevant = false;
  // Its text; only of those that did not get as far as a verdict, for those who mend programs.
  std::string program;
};

struct FindingReport {
  std::string id, optimiser, rule, kind;
};

struct BlockReport {
  double seconds = 0;
  std::vector<ProgramReport> programs;
  std::vector<FindingReport> findings;
  std::vector<std::string> keys;  // of failures that were looked at
};

// Throws json::exception when it is none.
void from_json(const nlohmann::json& json, BlockReport& report);
void to_json(nlohmann::json& json, const BlockReport& report);

// Nothing in it when it is none: those of a model's run.
BlockReport ReadBlock(const nlohmann::json& report);

}  // namespace assay::optbug
