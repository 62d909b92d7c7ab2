#include "ops/ml/forest.h"

#include <algorithm>

namespace assay::ops {
namespace {

constexpr int64_t kMaxTargets = 1 << 20;

// Whether the comparison at `node` holds: {0 or 1, possibly both}.
Int Holds(const TreeNode& node, const Real& x) {
  const Real t = Real::Point(node.threshold);
  switch (node.mode) {
    case TreeMode::kLeq:
      return LessOrEqual(x, t);
    case TreeMode::kLt:
      return LessThan(x, t);
    case TreeMode::kGte:
      return LessOrEqual(t, x);
    case TreeMode::kGt:
      return LessThan(t, x);
    case TreeMode::kEq:
      return EqualTo(x, t);
    case TreeMode::kNeq:
      return NotOf(EqualTo(x, t));
    case TreeMode::kMember: {
      Int any = Int::Point(0);
      for (const double member : node.members) {
        const Int equal = EqualTo(x, Real::Point(member));
        any = {std::max(any.v, equal.v), std::max(any.lo, equal.lo), std::max(any.hi, equal.hi)};
      }
      return any;
    }
    case TreeMode::kLeaf:
      break;
  }
  return Int::Point(0);
}

Int Goes(const TreeNode& node, const Real& x) {
  const Int missing = Int::Point(node.nan_is_true ? 1 : 0);
  if (x.nan == Nan::kMust) return missing;
  const Int holds = Holds(node, {x.v, x.lo, x.hi, Nan::kNever});
  return x.nan == Nan::kMay ? Hull(holds, missing) : holds;
}

// The leaves that can be reached from `root`, the one reached by the values v first.
Result<std::vector<size_t>> Leaves(const Forest& forest, size_t root,
                                   std::span<const Real> features) {
  std::vector<bool> seen(forest.nodes.size(), false);
  std::vector<size_t> open = {root}, leaves;
  while (!open.empty()) {
    const size_t at = open.back();
    open.pop_back();
    if (seen[at]) continue;
    seen[at] = true;
    const TreeNode& node = forest.nodes[at];
    if (node.mode == TreeMode::kLeaf) {
      leaves.push_back(at);
      continue;
    }
    const Int goes = Goes(node, features[static_cast<size_t>(node.feature)]);
    if (!goes.point()) open.push_back(goes.v != 0 ? node.no : node.yes);
    open.push_back(goes.v != 0 ? node.yes
                               : node.no);  // last in, first out: the value's own path leads
  }
  if (leaves.empty()) return Invalid("a tree has a cycle and reaches no leaf");
  return leaves;
}

// What one tree adds to a target: a sum of the leaf's votes, and whether every possible leaf votes
// at all.
struct LeafContribution {
  Real value;
  bool any = false, all = true;
};

LeafContribution Contribute(const Forest& forest, const std::vector<size_t>& leaves,
                            int64_t target) {
  LeafContribution out;
  bool first = true;
  for (const size_t leaf : leaves) {
    double sum = 0;
    bool votes = false;
    for (const auto& [id, weight] : forest.nodes[leaf].votes) {
      if (id != target) continue;
      sum += weight;
      votes = true;
    }
    out.any = out.any || votes;
    out.all = out.all && votes;
    out.value = first ? Real::Point(sum) : Hull(out.value, Real::Point(sum));
    first = false;
  }
  return out;
}

Real Combine(const Arith& arith, Aggregate aggregate, const std::vector<LeafContribution>& trees) {
  std::vector<Real> terms;
  for (const LeafContribution& c : trees)
    if (c.any) terms.push_back(c.value);
  if (aggregate == Aggregate::kSum) return arith.Sum(terms);
  if (aggregate == Aggregate::kAverage)
    return arith.Div(arith.Sum(terms), Real::Point(static_cast<double>(trees.size())));
  Real out = Real::Point(0);
  bool first = true;
  for (const LeafContribution& c : trees) {
    if (!c.any) continue;
    const Real next = first                          ? c.value
                      : aggregate == Aggregate::kMin ? arith.Min(out, c.value)
                                                     : arith.Max(out, c.value);
    out = c.all ? next : Hull(next, first ? Real::Point(0) : out);
    first = false;
  }
  return out;
}

}  // namespace

Status CheckForest(const Forest& forest, int64_t features) {
  const size_t n = forest.nodes.size();
  if (forest.targets < 1) return Invalid(StrCat(forest.targets, " targets"));
  if (forest.targets > kMaxTargets)
    return Unsupported(StrCat(forest.targets, " targets are too many to evaluate"));
  for (const size_t root : forest.roots)
    if (root >= n) return Invalid(StrCat("tree root ", root, " of ", n, " nodes"));
  for (const TreeNode& node : forest.nodes) {
    for (const auto& [target, weight] : node.votes)
      if (target < 0 || target >= forest.targets)
        return Invalid(StrCat("target ", target, " of ", forest.targets));
    if (node.mode == TreeMode::kLeaf) continue;
    if (node.yes >= n || node.no >= n)
      return Invalid(StrCat("child ", std::max(node.yes, node.no), " of ", n, " nodes"));
    if (node.feature < 0 || (features >= 0 && node.feature >= features))
      return Invalid(StrCat("feature ", node.feature, " of ", features));
  }
  if (!forest.base.empty() && static_cast<int64_t>(forest.base.size()) != forest.targets)
    return Invalid(StrCat(forest.base.size(), " base values for ", forest.targets, " targets"));
  return {};
}

Result<std::vector<Real>> EvaluateForest(const Arith& arith, const Forest& forest,
                                         std::span<const Real> features) {
  std::vector<std::vector<size_t>> leaves;
  for (const size_t root : forest.roots) {
    ASSAY_ASSIGN(std::vector<size_t> reached, Leaves(forest, root, features));
    leaves.push_back(std::move(reached));
  }
  std::vector<Real> scores;
  for (int64_t target = 0; target < forest.targets; ++target) {
    std::vector<LeafContribution> trees;
    for (const std::vector<size_t>& reached : leaves)
      trees.push_back(Contribute(forest, reached, target));
    Real score = Combine(arith, forest.aggregate, trees);
    if (!forest.base.empty())
      score = arith.Add(score, Real::Point(forest.base[static_cast<size_t>(target)]));
    scores.push_back(arith.Round(score));
  }
  return scores;
}

}  // namespace assay::ops
