#include "tests/unit/ops/op_test.h"

namespace assay::ops::tree_ensemble_test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

const RunOptions kMl = {.opset = 4, .domain = "ai.onnx.ml"};

const RunOptions kFive = {.opset = 5, .domain = "ai.onnx.ml"};
Attrs Single(int64_t mode, double split) {
  const std::vector<double> splits = {split}, weights = {10, 20};
  const std::vector<int64_t> modes = {mode};
  return {{"tree_roots", std::vector<int64_t>{0}},
          {"n_targets", int64_t{1}},
          {"nodes_featureids", std::vector<int64_t>{0}},
          {"nodes_modes", MakeIntTensor(DType::kUint8, {1}, modes)},
          {"nodes_splits", MakeTensor(DType::kFloat32, {1}, splits)},
          {"nodes_truenodeids", std::vector<int64_t>{0}},
          {"nodes_trueleafs", std::vector<int64_t>{1}},
          {"nodes_falsenodeids", std::vector<int64_t>{1}},
          {"nodes_falseleafs", std::vector<int64_t>{1}},
          {"leaf_targetids", std::vector<int64_t>{0, 0}},
          {"leaf_weights", MakeTensor(DType::kFloat32, {2}, weights)}};
}
TEST(TreeEnsemble, AllComparisons) {
  const Known x = Floats({3, 1}, {0, 1, 2});
  const auto run = [&](int64_t mode) {
    return Values(RunOp("TreeEnsemble", Single(mode, 1), {x}, kFive));
  };
  EXPECT_THAT(run(0), ElementsAre(10, 10, 20));
  EXPECT_THAT(run(1), ElementsAre(10, 20, 20));
  EXPECT_THAT(run(2), ElementsAre(20, 10, 10));
  EXPECT_THAT(run(3), ElementsAre(20, 20, 10));
  EXPECT_THAT(run(4), ElementsAre(20, 10, 20));
  EXPECT_THAT(run(5), ElementsAre(10, 20, 10));
}
TEST(TreeEnsemble, Membership) {
  Attrs attrs = Single(6, 0);
  attrs.Set("membership_values", MakeTensor(DType::kFloat32, {3}, std::vector<double>{0, 2, kNaN}));
  EXPECT_THAT(Values(RunOp("TreeEnsemble", attrs, {Floats({3, 1}, {0, 1, 2})}, kFive)),
              ElementsAre(10, 20, 10));
}
TEST(TreeEnsemble, RefusesUnevenLists) {
  Attrs attrs = Single(0, 1);
  attrs.Set("nodes_trueleafs", std::vector<int64_t>{1, 1});
  EXPECT_THAT(MessageOf(RunOp("TreeEnsemble", attrs, {Floats({1, 1}, {0})}, kFive)),
              HasSubstr("lists have 2 and 1"));
}

}  // namespace
}  // namespace assay::ops::tree_ensemble_test
