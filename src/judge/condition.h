// The condition of a clause such as "ignored if `beta` is 0", read so that a call can meet it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "knowledge/api/api_doc.h"

namespace assay::judge {

// The clause holds when `parameter` has one of `values` (Python texts).
struct Condition {
  std::string parameter;
  std::vector<std::string> values;
};

// From the normal form of an ignored-if constraint. "unless" is turned round where the other values
// are known (a flag, an enumeration). Nothing for what is not understood: "if the input is sparse".
std::optional<Condition> ReadCondition(const knowledge::Constraint& constraint,
                                       const knowledge::ApiDoc& doc);

}  // namespace assay::judge
