// What the scatter operators share: writing updates into a copy of the data, with or without a
// reduction.
#pragma once

#include <vector>

#include "ops/indexing/positions.h"

namespace assay::ops {

enum class Reduction { kNone, kAdd, kMul, kMax, kMin };

// The attribute `reduction`: from opset 16 none, add, mul; from 18 also max, min.
Result<Reduction> ReductionOf(const Call& call);

// One update that reaches (or, with an uncertain index, may reach) an element of the data.
struct Contribution {
  int64_t target = 0, source = 0;
  bool certain = true;
  bool likely = true;  // the value v of the index names this target
};

// The updates in the order in which the specification's loop meets them; kept by the caller.
void AddContributions(std::vector<Contribution>& all, const Positions& targets, int64_t stride,
                      int64_t base, int64_t source);

// The result. Updates to one element combine in any order; without a reduction any of them may
// stay.
Result<Bounded> ApplyScatter(const EvalCall& call, const Bounded& data, const Bounded& updates,
                             std::vector<Contribution> all, Reduction reduction);

inline constexpr Open kDuplicateTargets = {
    "which update stays when indices name an element twice",
    "ONNX ScatterElements, ScatterND: 'indices should not have duplicate entries'"};

}  // namespace assay::ops
