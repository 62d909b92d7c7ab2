#include "tests/unit/ops/op_test.h"

namespace assay::ops::tree_ensemble_old_test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

const RunOptions kMl = {.opset = 4, .domain = "ai.onnx.ml"};

const RunOptions kThree = {.opset = 3, .domain = "ai.onnx.ml"};
Attrs Nodes() {
  return {{"nodes_treeids", std::vector<int64_t>{0, 0, 0}},
          {"nodes_nodeids", std::vector<int64_t>{0, 1, 2}},
          {"nodes_featureids", std::vector<int64_t>{0, 0, 0}},
          {"nodes_modes", std::vector<std::string>{"BRANCH_LEQ", "LEAF", "LEAF"}},
          {"nodes_values", std::vector<float>{1, 0, 0}},
          {"nodes_truenodeids", std::vector<int64_t>{1, 0, 0}},
          {"nodes_falsenodeids", std::vector<int64_t>{2, 0, 0}}};
}
TEST(TreeEnsembleRegressor, LeavesAndBase) {
  Attrs attrs = Nodes();
  attrs.Set("n_targets", int64_t{1});
  attrs.Set("target_treeids", std::vector<int64_t>{0, 0});
  attrs.Set("target_nodeids", std::vector<int64_t>{1, 2});
  attrs.Set("target_ids", std::vector<int64_t>{0, 0});
  attrs.Set("target_weights", std::vector<float>{3, 4});
  attrs.Set("base_values", std::vector<float>{100});
  EXPECT_THAT(Values(RunOp("TreeEnsembleRegressor", attrs, {Floats({2, 1}, {0, 5})}, kThree)),
              ElementsAre(103, 104));
  attrs.Set("target_nodeids", std::vector<int64_t>{1, 8});
  EXPECT_THAT(MessageOf(RunOp("TreeEnsembleRegressor", attrs, {Floats({1, 1}, {0})}, kThree)),
              HasSubstr("node 8 of tree 0"));
}
TEST(TreeEnsembleClassifier, TopClassAndScores) {
  Attrs attrs = Nodes();
  attrs.Set("classlabels_strings", std::vector<std::string>{"no", "yes"});
  attrs.Set("class_treeids", std::vector<int64_t>{0, 0});
  attrs.Set("class_nodeids", std::vector<int64_t>{1, 2});
  attrs.Set("class_ids", std::vector<int64_t>{0, 1});
  attrs.Set("class_weights", std::vector<float>{1, 1});
  RunOptions options = kThree;
  options.outputs = 2;
  const auto y = RunOp("TreeEnsembleClassifier", attrs, {Floats({2, 1}, {0, 5})}, options);
  ASSERT_TRUE(y.ok()) << MessageOf(y);
  EXPECT_EQ((*y)[0].tensor.string(0), "no");
  EXPECT_EQ((*y)[0].tensor.string(1), "yes");
  EXPECT_THAT(Values(y, 1), ElementsAre(1, 0, 0, 1));
  attrs.Set("class_ids", std::vector<int64_t>{1, 1});
  EXPECT_EQ(RunOp("TreeEnsembleClassifier", attrs, {Floats({2, 1}, {0, 5})}, options).error().kind,
            ErrorKind::kUnsupported);
}

}  // namespace
}  // namespace assay::ops::tree_ensemble_old_test
