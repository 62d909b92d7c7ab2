// A documented API, a call that works and what an oracle makes of them.
#pragma once

#include <string>
#include <vector>

#include "judge/oracle.h"
#include "knowledge/api/constraints/constraints.h"
#include "tests/unit/trial/support.h"

namespace assay::judge {

using trial::Doc;
using trial::Has;
using trial::Param;
using trial::Tensor;

// The trials of the oracle of that name; constraints are found in the words first.
inline std::vector<Trial> TrialsOf(
    const std::string& oracle, knowledge::ApiDoc doc, const ApiCall& call,
    const std::string& prelude = "def same(a, b):\n    return True\n") {
  knowledge::FindConstraints(doc);
  std::vector<Trial> out;
  for (const Oracle& known : AllOracles())
    if (known.name == oracle) known.make({doc, call, *FindDialect(doc.framework), prelude}, out);
  return out;
}

}  // namespace assay::judge
