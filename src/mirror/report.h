// A block of carried programs as the store keeps it: read by runs that go on, tables and pages
// alike, and printed by `assay mirror run --json`.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "mirror/rewrite/rewriter.h"

namespace assay::mirror {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(Left, line, api, why)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ApiUse, api, line, twin, by, own, emulated)

struct TokenReport {
  int64_t knowledge = 0, code = 0, output = 0;
  bool estimated = false;  // nobody has counted them
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(TokenReport, knowledge, code, output, estimated)

// See Assessment and Accusation for what the members mean.
struct OutputReport {
  std::string name, issue, from, to, program;
  bool valid = false, preserving = false, emulated = false, accused = false;
  std::string why, inputs, verdict, source_symptom, symptom, message;
  std::string error_kind, transfer_error, kind, judged, upstream;
  std::vector<Left> left;
  std::vector<ApiUse> uses;
  std::vector<std::string> notes;
  nlohmann::json references = nlohmann::json::array(), evidence = nlohmann::json::object();
  TokenReport tokens;
  double cost = 0;
  std::string finding;  // id; not written where there is none
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(OutputReport, name, issue, from, to, program, valid,
                                                preserving, emulated, accused, why, inputs, verdict,
                                                source_symptom, symptom, message, error_kind,
                                                transfer_error, kind, judged, upstream, left, uses,
                                                notes, references, evidence, tokens, cost, finding)

struct ScreenedOutReport {
  std::string name, from, to, why;
  std::vector<std::string> missing, platforms, modules, processes;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ScreenedOutReport, name, from, to, why, missing,
                                                platforms, modules, processes)

struct MirrorReport {
  double seconds = 0;
  size_t inputs = 0;
  std::vector<OutputReport> outputs;
  std::vector<ScreenedOutReport> screened_out;
  std::vector<std::string> findings;  // ids
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(MirrorReport, seconds, inputs, outputs,
                                                screened_out, findings)

}  // namespace assay::mirror
