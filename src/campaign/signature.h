// Which hits are the same finding.
#pragma once

#include <string>

#include "oracle/check.h"

namespace assay::campaign {

// A message without what differs from case to case: names, numbers, addresses, paths; its first
// line.
std::string NormalizedMessage(std::string_view message);

// Target, oracle, stage, and what is known of the cause: the normalised message of a failure, or
// the first layer whose result is wrong.
std::string Signature(const oracle::TargetResult& result, const Graph& graph);

// "f" and twelve hexadecimal digits: the same in every store.
std::string FindingId(const std::string& signature);

}  // namespace assay::campaign
