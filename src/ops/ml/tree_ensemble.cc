// TreeEnsemble: scores of an ensemble of decision trees.
//
//   Y[n, t] = transform(aggregate over trees of the weight of the leaf that X[n] reaches, for
//   target t)
//
// Spec:  ai.onnx.ml opset 5. Inner nodes and leaves are numbered apart; membership sets are lists
// delimited by NaN. Traps: a NaN feature goes where nodes_missing_value_tracks_true says; a
// comparison that rounding can turn reaches both
//        subtrees.
#include <cmath>

#include "ops/elementwise.h"
#include "ops/ml/forest.h"
#include "ops/propose.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

constexpr Open kProbit = {"accuracy of PROBIT, meaning of SOFTMAX_ZERO",
                          "ONNX TreeEnsemble: the transforms are only named"};
constexpr const char* kTransforms[] = {"NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT"};

Result<std::vector<double>> Reals(const Call& call, const char* name) {
  const Tensor* t = call.AttrTensor(name);
  if (t == nullptr) return std::vector<double>();
  if (!IsFloat(t->dtype()))
    return Invalid(StrCat(name, " holds ", DTypeName(t->dtype()), " instead of floats"));
  std::vector<double> out(static_cast<size_t>(t->count()));
  for (size_t i = 0; i < out.size(); ++i) out[i] = t->RealAt(static_cast<int64_t>(i));
  return out;
}

// The lists between NaNs.
std::vector<std::vector<double>> MemberSets(const std::vector<double>& values) {
  std::vector<std::vector<double>> out(1);
  for (const double x : values) {
    if (std::isnan(x))
      out.emplace_back();
    else
      out.back().push_back(x);
  }
  return out;
}

struct NodeLists {
  std::vector<int64_t> features, yes, no, yes_leaf, no_leaf, missing, modes;
  std::vector<double> splits;
};

Result<NodeLists> ReadLists(const Call& call) {
  NodeLists l{call.AttrInts("nodes_featureids"),
              call.AttrInts("nodes_truenodeids"),
              call.AttrInts("nodes_falsenodeids"),
              call.AttrInts("nodes_trueleafs"),
              call.AttrInts("nodes_falseleafs"),
              call.AttrInts("nodes_missing_value_tracks_true"),
              {},
              {}};
  ASSAY_ASSIGN(l.splits, Reals(call, "nodes_splits"));
  const Tensor* modes = call.AttrTensor("nodes_modes");
  if (modes == nullptr || !IsInt(modes->dtype()))
    return Invalid("nodes_modes must be a tensor of integers");
  l.modes = modes->Ints();
  const size_t n = l.features.size();
  for (const size_t size : {l.yes.size(), l.no.size(), l.yes_leaf.size(), l.no_leaf.size(),
                            l.modes.size(), l.splits.size()})
    if (size != n) return Invalid(StrCat("nodes_* lists have ", size, " and ", n, " entries"));
  if (!l.missing.empty() && l.missing.size() != n)
    return Invalid(StrCat("nodes_missing_value_tracks_true has ", l.missing.size(), " entries for ",
                          n, " nodes"));
  return l;
}

Result<Forest> ReadForest(const Call& call) {
  ASSAY_ASSIGN(const NodeLists l, ReadLists(call));
  ASSAY_ASSIGN(const std::vector<double> weights, Reals(call, "leaf_weights"));
  ASSAY_ASSIGN(const std::vector<double> members, Reals(call, "membership_values"));
  const std::vector<std::vector<double>> sets = MemberSets(members);
  const std::vector<int64_t> targets = call.AttrInts("leaf_targetids");
  if (targets.size() != weights.size())
    return Invalid(StrCat(targets.size(), " leaf_targetids, ", weights.size(), " leaf_weights"));
  const size_t n = l.features.size();
  size_t next_set = 0;
  Forest f;
  f.targets = call.AttrInt("n_targets", 1);
  const auto child = [&](int64_t id, int64_t leaf) {
    return id < 0                          ? SIZE_MAX
           : leaf != 0                     ? n + static_cast<size_t>(id)
           : id >= static_cast<int64_t>(n) ? SIZE_MAX
                                           : static_cast<size_t>(id);
  };
  for (size_t i = 0; i < n; ++i) {
    if (l.modes[i] < 0 || l.modes[i] > 6)
      return Invalid(StrCat("node mode ", l.modes[i], " is not 0 to 6"));
    TreeNode node{static_cast<TreeMode>(l.modes[i]),
                  l.features[i],
                  l.splits[i],
                  {},
                  !l.missing.empty() && l.missing[i] != 0,
                  child(l.yes[i], l.yes_leaf[i]),
                  child(l.no[i], l.no_leaf[i]),
                  {}};
    if (node.mode == TreeMode::kMember) {
      if (next_set >= sets.size()) return Invalid("membership_values has too few sets");
      node.members = sets[next_set++];
    }
    f.nodes.push_back(std::move(node));
  }
  for (size_t i = 0; i < weights.size(); ++i) {
    TreeNode leaf;
    leaf.votes = {{targets[i], weights[i]}};
    f.nodes.push_back(std::move(leaf));
  }
  for (const int64_t root : call.AttrInts("tree_roots"))
    f.roots.push_back(root < 0 || root >= static_cast<int64_t>(n) ? SIZE_MAX
                                                                  : static_cast<size_t>(root));
  const int64_t aggregate = call.AttrInt("aggregate_function", 1),
                transform = call.AttrInt("post_transform", 0);
  if (aggregate < 0 || aggregate > 3)
    return Invalid(StrCat("aggregate_function ", aggregate, " is not 0 to 3"));
  if (transform < 0 || transform > 4)
    return Invalid(StrCat("post_transform ", transform, " is not 0 to 4"));
  f.aggregate = static_cast<Aggregate>(aggregate);
  return f;
}

Result<Types> InferTreeEnsemble(const InferCall& call) {
  const TensorType& x = call.input(0);
  if (x.has_rank && x.rank() != 2) return Invalid(StrCat("input needs rank 2, has ", x.rank()));
  ASSAY_ASSIGN(const Forest forest, ReadForest(call));
  ASSAY_RETURN_IF_ERROR(CheckForest(forest, x.has_rank && x.dims[1].known() ? x.dims[1].size : -1));
  return OneType(TensorType(
      x.dtype, Dims{x.has_rank ? x.dims[0] : Dim::Unknown(), Dim::Known(forest.targets)}));
}

Result<Outputs> EvaluateTreeEnsemble(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const Forest forest, ReadForest(call));
  ASSAY_RETURN_IF_ERROR(CheckForest(forest, x.shape()[1]));
  ASSAY_ASSIGN(const PostTransform transform,
               PostTransformOf(kTransforms[call.AttrInt("post_transform", 0)]));
  ASSAY_RETURN_IF_ERROR(CheckSize({x.shape()[0], forest.targets}));
  const Arith arith = call.arith(x.dtype());
  RealWriter y(x.dtype(), {x.shape()[0], forest.targets});
  for (int64_t n = 0, at = 0; n < x.shape()[0]; ++n) {
    std::vector<Real> row(static_cast<size_t>(x.shape()[1]));
    for (size_t f = 0; f < row.size(); ++f)
      row[f] = x.real(n * x.shape()[1] + static_cast<int64_t>(f));
    ASSAY_ASSIGN(std::vector<Real> scores, EvaluateForest(arith, forest, row));
    ApplyPostTransform(arith, transform, scores);
    for (const Real& s : scores) y.set(at++, s);
  }
  return One(std::move(y).Finish());
}

std::optional<Proposal> ProposeTreeEnsemble(const ProposeCall& call) {
  if (call.rank(0) != 2 || call.shape(0)[1] == 0) return std::nullopt;
  Rng& rng = call.rng;
  const auto feature = [&] { return rng.Int(0, call.shape(0)[1] - 1); };
  std::vector<int64_t> modes = {rng.Int(0, 3), rng.Int(0, 3), rng.Int(0, 3)};
  Proposal out;
  out.attrs = {{"tree_roots", std::vector<int64_t>{0}},
               {"n_targets", int64_t{2}},
               {"aggregate_function", rng.Int(0, 3)},
               {"nodes_featureids", std::vector<int64_t>{feature(), feature(), feature()}},
               {"nodes_modes", MakeIntTensor(DType::kUint8, {3}, modes)},
               {"nodes_splits", RandomTensor(rng, call.dtype(0), {3})},
               {"nodes_truenodeids", std::vector<int64_t>{1, 0, 2}},
               {"nodes_trueleafs", std::vector<int64_t>{0, 1, 1}},
               {"nodes_falsenodeids", std::vector<int64_t>{2, 1, 3}},
               {"nodes_falseleafs", std::vector<int64_t>{0, 1, 1}},
               {"leaf_targetids", std::vector<int64_t>{0, 1, 0, 1}},
               {"leaf_weights", RandomTensor(rng, call.dtype(0), {4})}};
  return out;
}

}  // namespace

OpDef TreeEnsembleMlDef() {
  return {.name = "TreeEnsemble",
          .domain = kMlDomain,
          .meaning = "scores of an ensemble of decision trees",
          .rounding = Rounding::kSum,
          .infer = InferTreeEnsemble,
          .evaluate = EvaluateTreeEnsemble,
          .propose = ProposeTreeEnsemble,
          .open = {kProbit}};
}

}  // namespace assay::ops
