// Decision trees with uncertain features: which leaves can be reached, and what they contribute.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "ops/ml/feature.h"

namespace assay::ops {

enum class TreeMode { kLeq, kLt, kGte, kGt, kEq, kNeq, kMember, kLeaf };

struct TreeNode {
  TreeMode mode = TreeMode::kLeaf;
  int64_t feature = 0;
  double threshold = 0;
  std::vector<double> members;                    // kMember
  bool nan_is_true = false;                       // where a NaN feature goes
  size_t yes = 0, no = 0;                         // children
  std::vector<std::pair<int64_t, double>> votes;  // kLeaf: target and weight
};

enum class Aggregate { kAverage, kSum, kMin, kMax };

struct Forest {
  std::vector<TreeNode> nodes;
  std::vector<size_t> roots;
  int64_t targets = 1;
  Aggregate aggregate = Aggregate::kSum;
  std::vector<double> base;  // added per target; empty: none
};

// Checks what evaluation relies on: children, features below `features` (-1: not known) and targets
// in range.
Status CheckForest(const Forest& forest, int64_t features);

// One score per target for a row of features. Where a comparison can go either way, the hull of
// both subtrees.
Result<std::vector<Real>> EvaluateForest(const Arith& arith, const Forest& forest,
                                         std::span<const Real> features);

}  // namespace assay::ops
