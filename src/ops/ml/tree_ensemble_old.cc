// TreeEnsembleClassifier, TreeEnsembleRegressor: the older forms of TreeEnsemble, whose nodes are
// named by tree and node id.
//
// Spec:  ai.onnx.ml opsets 1, 3 (…_as_tensor attributes in float64), 5 (deprecated).
// Traps: thresholds are float32 while the features may be float64 or integers: libraries compare in
// either type; two
//        classes with votes for one only is a case that the text does not describe, so it is not
//        evaluated.
#include <map>

#include "ops/elementwise.h"
#include "ops/ml/feature.h"
#include "ops/ml/forest.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

constexpr Open kTwoTreeClasses = {"two classes with votes for only one of them",
                                  "ONNX TreeEnsembleClassifier: no text on it"};
constexpr Open kTreePrecision = {"type in which features and thresholds are compared",
                                 "ONNX TreeEnsembleRegressor: no text on it"};

// A list of floats, or its float64 form.
Result<std::vector<double>> Numbers(const Call& call, const std::string& name) {
  const std::vector<float> floats = call.AttrFloats(name);
  const Tensor* tensor = call.AttrTensor(name + "_as_tensor");
  if (tensor == nullptr) return std::vector<double>(floats.begin(), floats.end());
  if (!floats.empty()) return Invalid(StrCat(name, " is given twice"));
  if (!IsFloat(tensor->dtype()))
    return Invalid(StrCat(name, "_as_tensor holds ", DTypeName(tensor->dtype())));
  std::vector<double> out;
  for (int64_t i = 0; i < tensor->count(); ++i) out.push_back(tensor->RealAt(i));
  return out;
}

Result<TreeMode> ModeOf(const std::string& name) {
  static constexpr std::pair<const char*, TreeMode> kModes[] = {
      {"BRANCH_LEQ", TreeMode::kLeq}, {"BRANCH_LT", TreeMode::kLt}, {"BRANCH_GTE", TreeMode::kGte},
      {"BRANCH_GT", TreeMode::kGt},   {"BRANCH_EQ", TreeMode::kEq}, {"BRANCH_NEQ", TreeMode::kNeq},
      {"LEAF", TreeMode::kLeaf}};
  for (const auto& [text, mode] : kModes)
    if (name == text) return mode;
  return Invalid(StrCat("node mode '", name, "' is not known"));
}

using NodeId = std::pair<int64_t, int64_t>;  // tree and node

Result<Forest> ReadNodes(const Call& call, std::map<NodeId, size_t>& index) {
  const std::vector<int64_t> trees = call.AttrInts("nodes_treeids"),
                             ids = call.AttrInts("nodes_nodeids");
  const std::vector<int64_t> features = call.AttrInts("nodes_featureids"),
                             yes = call.AttrInts("nodes_truenodeids");
  const std::vector<int64_t> no = call.AttrInts("nodes_falsenodeids"),
                             missing = call.AttrInts("nodes_missing_value_tracks_true");
  const std::vector<std::string> modes = call.AttrStrings("nodes_modes");
  ASSAY_ASSIGN(const std::vector<double> values, Numbers(call, "nodes_values"));
  const size_t n = trees.size();
  for (const size_t size :
       {ids.size(), features.size(), yes.size(), no.size(), modes.size(), values.size()})
    if (size != n) return Invalid(StrCat("nodes_* lists have ", size, " and ", n, " entries"));
  if (!missing.empty() && missing.size() != n)
    return Invalid(StrCat(missing.size(), " missing-value flags for ", n, " nodes"));
  for (size_t i = 0; i < n; ++i)
    if (!index.emplace(NodeId{trees[i], ids[i]}, i).second)
      return Invalid(StrCat("tree ", trees[i], " has node ", ids[i], " twice"));
  Forest f;
  std::vector<bool> is_child(n, false);
  for (size_t i = 0; i < n; ++i) {
    TreeNode node;
    ASSAY_ASSIGN(node.mode, ModeOf(modes[i]));
    if (node.mode != TreeMode::kLeaf) {
      const auto y = index.find({trees[i], yes[i]}), x = index.find({trees[i], no[i]});
      if (y == index.end() || x == index.end())
        return Invalid(StrCat("node ", ids[i], " of tree ", trees[i], " has no such child"));
      node.feature = features[i];
      node.threshold = values[i];
      node.nan_is_true = !missing.empty() && missing[i] != 0;
      is_child[node.yes = y->second] = true;
      is_child[node.no = x->second] = true;
    }
    f.nodes.push_back(std::move(node));
  }
  for (size_t i = 0; i < n; ++i)
    if (!is_child[i]) f.roots.push_back(i);
  return f;
}

// Adds the votes of `prefix` ("target" or "class") to the leaves.
Status ReadVotes(const Call& call, const std::string& prefix, const std::map<NodeId, size_t>& index,
                 Forest& f) {
  const std::vector<int64_t> trees = call.AttrInts(prefix + "_treeids"),
                             nodes = call.AttrInts(prefix + "_nodeids");
  const std::vector<int64_t> ids = call.AttrInts(prefix + "_ids");
  ASSAY_ASSIGN(const std::vector<double> weights, Numbers(call, prefix + "_weights"));
  if (trees.size() != nodes.size() || trees.size() != ids.size() || trees.size() != weights.size())
    return Invalid(StrCat(prefix, "_* lists have ", trees.size(), ", ", nodes.size(), ", ",
                          ids.size(), ", ", weights.size(), " entries"));
  for (size_t i = 0; i < trees.size(); ++i) {
    const auto at = index.find({trees[i], nodes[i]});
    if (at == index.end())
      return Invalid(
          StrCat("vote for node ", nodes[i], " of tree ", trees[i], ", which does not exist"));
    f.nodes[at->second].votes.emplace_back(ids[i], weights[i]);
  }
  ASSAY_ASSIGN(f.base, Numbers(call, "base_values"));
  return {};
}

// Comparisons in float32 or in the feature's own type: both outcomes count.
std::vector<Real> FeatureRow(const EvalCall& call, int64_t n) {
  const Bounded& x = call.tensor(0);
  const Arith float32 = call.arith(DType::kFloat32);
  const Rows rows = RowsOf(x.shape());
  std::vector<Real> out;
  for (int64_t i = 0; i < rows.width; ++i) {
    const Real own = FeatureAt(x, n * rows.width + i);
    out.push_back(x.dtype() == DType::kFloat32 ? own
                  : call.adversarial()         ? float32.Round(own)
                                               : Hull(own, float32.Round(own)));
  }
  return out;
}

Result<Aggregate> AggregateOf(const std::string& name) {
  if (name == "SUM") return Aggregate::kSum;
  if (name == "AVERAGE") return Aggregate::kAverage;
  if (name == "MIN") return Aggregate::kMin;
  if (name == "MAX") return Aggregate::kMax;
  return Invalid(StrCat("aggregate_function '", name, "' is not SUM, AVERAGE, MIN or MAX"));
}

// Rank 2 (or a single row) and the width, -1 when not known.
Result<int64_t> CheckedWidth(const TensorType& x) {
  if (x.has_rank && x.rank() != 1 && x.rank() != 2)
    return Invalid(StrCat("input needs rank 1 or 2, has ", x.rank()));
  return x.has_rank ? x.dims[x.dims.size() - 1].size : -1;
}
// Transformed (and raw) scores of all rows.
struct Scored {
  std::vector<std::vector<Real>> raw;
  Bounded transformed;
};

Result<Scored> Score(const EvalCall& call, const Forest& forest) {
  const Rows rows = RowsOf(call.tensor(0).shape());
  ASSAY_RETURN_IF_ERROR(CheckForest(forest, rows.width));
  ASSAY_RETURN_IF_ERROR(CheckSize({rows.count, forest.targets}));
  ASSAY_ASSIGN(const PostTransform transform,
               PostTransformOf(call.AttrString("post_transform", "NONE")));
  const Arith arith = call.arith(DType::kFloat32);
  RealWriter y(DType::kFloat32, {rows.count, forest.targets});
  Scored out;
  for (int64_t n = 0, at = 0; n < rows.count; ++n) {
    ASSAY_ASSIGN(std::vector<Real> scores, EvaluateForest(arith, forest, FeatureRow(call, n)));
    out.raw.push_back(scores);
    ApplyPostTransform(arith, transform, scores);
    for (const Real& s : scores) y.set(at++, s);
  }
  out.transformed = std::move(y).Finish();
  return out;
}

// --- regressor ---

Result<Forest> ReadRegressor(const Call& call) {
  std::map<NodeId, size_t> index;
  ASSAY_ASSIGN(Forest f, ReadNodes(call, index));
  ASSAY_RETURN_IF_ERROR(ReadVotes(call, "target", index, f));
  f.targets = call.AttrInt("n_targets", 1);
  ASSAY_ASSIGN(f.aggregate, AggregateOf(call.AttrString("aggregate_function", "SUM")));
  return f;
}

Result<Types> InferRegressor(const InferCall& call) {
  ASSAY_ASSIGN(const int64_t width, CheckedWidth(call.input(0)));
  ASSAY_ASSIGN(const Forest forest, ReadRegressor(call));
  ASSAY_RETURN_IF_ERROR(CheckForest(forest, width));
  ASSAY_RETURN_IF_ERROR(PostTransformOf(call.AttrString("post_transform", "NONE")));
  return OneType(
      TensorType(DType::kFloat32, Dims{RowCount(call.input(0)), Dim::Known(forest.targets)}));
}

Result<Outputs> EvaluateRegressor(const EvalCall& call) {
  ASSAY_ASSIGN(const Forest forest, ReadRegressor(call));
  ASSAY_ASSIGN(Scored scored, Score(call, forest));
  return One(std::move(scored.transformed));
}

// --- classifier ---

Result<Forest> ReadClassifier(const Call& call, size_t labels) {
  std::map<NodeId, size_t> index;
  ASSAY_ASSIGN(Forest f, ReadNodes(call, index));
  ASSAY_RETURN_IF_ERROR(ReadVotes(call, "class", index, f));
  f.targets = static_cast<int64_t>(labels);
  return f;
}

Result<Types> InferClassifier(const InferCall& call) {
  ASSAY_ASSIGN(const int64_t width, CheckedWidth(call.input(0)));
  ASSAY_ASSIGN(const Labels labels, ReadLabels(call, "classlabels_int64s", "classlabels_strings"));
  ASSAY_ASSIGN(const Forest forest, ReadClassifier(call, labels.size()));
  ASSAY_RETURN_IF_ERROR(CheckForest(forest, width));
  ASSAY_RETURN_IF_ERROR(PostTransformOf(call.AttrString("post_transform", "NONE")));
  const Dim rows = RowCount(call.input(0));
  return Types{TensorType(labels.type(), Dims{rows}),
               TensorType(DType::kFloat32, Dims{rows, Dim::Known(forest.targets)})};
}

Result<Outputs> EvaluateClassifier(const EvalCall& call) {
  ASSAY_ASSIGN(const Labels labels, ReadLabels(call, "classlabels_int64s", "classlabels_strings"));
  ASSAY_ASSIGN(const Forest forest, ReadClassifier(call, labels.size()));
  const std::vector<int64_t> ids = call.AttrInts("class_ids");
  const bool one_sided =
      std::all_of(ids.begin(), ids.end(), [&](int64_t id) { return id == ids[0]; });
  if (labels.size() <= 2 && one_sided)
    return Unsupported("two classes with votes for one: the specification gives no scores");
  ASSAY_ASSIGN(Scored scored, Score(call, forest));
  Outputs out;
  out.push_back(TopLabels(labels, scored.raw));
  out.emplace_back(std::move(scored.transformed));
  return out;
}

}  // namespace

OpDef TreeEnsembleRegressorMlDef() {
  return {.name = "TreeEnsembleRegressor",
          .domain = kMlDomain,
          .meaning = "regression by decision trees",
          .rounding = Rounding::kSum,
          .infer = InferRegressor,
          .evaluate = EvaluateRegressor,
          .open = {kTreePrecision}};
}
OpDef TreeEnsembleClassifierMlDef() {
  return {.name = "TreeEnsembleClassifier",
          .domain = kMlDomain,
          .meaning = "classification by decision trees",
          .rounding = Rounding::kSum,
          .infer = InferClassifier,
          .evaluate = EvaluateClassifier,
          .open = {kTwoTreeClasses, kTreePrecision}};
}

}  // namespace assay::ops
