// Counts of a campaign. Kept in the store as JSON, so that a campaign that is taken up again goes
// on counting.
#pragma once

#include <map>
#include <string>

#include "base/result.h"

namespace assay::campaign {

inline constexpr size_t kMaxGaps = 100;

struct TargetTally {
  int64_t cases = 0;
  int64_t unsupported = 0;
  std::map<std::string, int64_t> statuses;  // "ok", "wrong", …
  double seconds = 0;                       // wall time in the target, seen from here
  double peak_mb = 0;                       // largest of its processes, seen between cases
  std::map<std::string, int64_t> gaps;      // why cases were not supported, the first kMaxGaps
};

struct MutatorTally {
  int64_t applied = 0;  // in cases that came to be prepared
  int64_t refused = 0;  // by the rules or the official checker
  int64_t invalid = 0;  // beyond the effective range, or nothing to evaluate
};

// Elements of an operator's results (oracle::OpenElements).
struct OpenTally {
  int64_t elements = 0, open = 0, inherited = 0;
};

struct Tally {
  int64_t cases = 0;           // run on at least one target
  int64_t illegal = 0;         // by our rule: refused by the checker or by every backend
  int64_t refused_by_all = 0;  // of those: cases, refused by every backend
  int64_t out_of_range = 0;    // by the study's rule: no result, or one beyond the effective range
  int64_t outliers = 0;        // cases of which some target gave NaN or an infinity; of pairs
  int64_t retried = 0;         // candidates that were put aside before they were run
  int64_t unmade = 0;          // case numbers that nothing legal came of
  int64_t nodes = 0;           // of all cases
  int64_t hits = 0;            // raw ones
  int64_t special_values = 0;  // cases with NaN, infinities, subnormal numbers or empty tensors
  uint64_t corpus_hash = 0;    // of all cases, whatever their order
  double seconds = 0, cpu_seconds = 0, target_cpu_seconds = 0;
  std::map<std::string, TargetTally> targets;
  std::map<std::string, MutatorTally> mutators;
  std::map<std::string, OpenTally> open;  // by operator

  std::string Save() const;
  static Result<Tally> Load(const std::string& text);
};

}  // namespace assay::campaign
