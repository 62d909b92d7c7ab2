// OracleDef: one way in which a target can be at fault. One file each, one line each in
// oracles.def.
//
// An oracle looks at the evidence of one case on one target and says what is wrong, or nothing.
// They are asked in the order of the list and the first that speaks decides, so each may take for
// granted what those before it have ruled out. Deterministic: the same evidence, the same answer.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "oracle/evidence.h"

namespace assay::oracle {

enum class CaseStatus {
  kOk,
  kSuspicious,
  kInaccurate,  // far less accurate than a careful library; where that was asked for
  kWrong,
  kNondeterministic,
  kRejected,
  kCrash,
  kHang,
  kSlow,    // takes more time than it should (src/resources)
  kMemory,  // takes more memory than it should (src/resources)
  kUnsupported,
};
std::string_view CaseStatusName(CaseStatus status);
bool IsFinding(CaseStatus status);  // everything but ok, suspicious and unsupported

struct OracleDef {
  std::string_view name;     // "crash": the kind of a finding
  std::string_view meaning;  // one line for people
  CaseStatus status;
  // What is wrong, in one line; nothing when this oracle has nothing to say.
  std::optional<std::string> (*judge)(const Evidence& evidence);
};

std::span<const OracleDef> AllOracles();
const OracleDef* FindOracle(std::string_view name);

}  // namespace assay::oracle
