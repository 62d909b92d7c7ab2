#include "ops/ml/forest.h"

#include "tests/unit/ops/op_test.h"

namespace assay::ops::forest_test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

const RunOptions kMl = {.opset = 4, .domain = "ai.onnx.ml"};

// x[0] <= 1 ? 5 : 7, votes for target 0.
Forest Stump(Aggregate aggregate = Aggregate::kSum) {
  Forest f;
  f.nodes.resize(3);
  f.nodes[0] = {TreeMode::kLeq, 0, 1, {}, true, 1, 2, {}};
  f.nodes[1].votes = {{0, 5}};
  f.nodes[2].votes = {{0, 7}};
  f.roots = {0};
  f.aggregate = aggregate;
  return f;
}
Real Score(const Forest& f, const Real& x) {
  const std::vector<Real> row = {x};
  const auto scores = EvaluateForest(Arith(DType::kFloat32, Rules()), f, row);
  EXPECT_TRUE(scores.ok()) << scores.error().message;
  return (*scores)[0];
}

TEST(Forest, CertainAndUncertainComparisons) {
  EXPECT_EQ(Score(Stump(), Real::Point(1)).v, 5);
  EXPECT_EQ(Score(Stump(), Real::Point(2)).v, 7);
  const Real both = Score(Stump(), Between(0.5, 1.2));
  EXPECT_EQ(both.v, 5);
  EXPECT_TRUE(both.contains(7));
}
TEST(Forest, NaNFollowsItsFlag) { EXPECT_EQ(Score(Stump(), Real::MustNan()).v, 5); }
TEST(Forest, Aggregates) {
  Forest two = Stump(Aggregate::kAverage);
  two.roots = {0, 2};
  EXPECT_EQ(Score(two, Real::Point(0)).v, 6);
  two.aggregate = Aggregate::kMin;
  EXPECT_EQ(Score(two, Real::Point(0)).v, 5);
  two.aggregate = Aggregate::kMax;
  EXPECT_EQ(Score(two, Real::Point(0)).v, 7);
}
TEST(Forest, CyclesAndBadChildrenAreRefused) {
  Forest cyclic = Stump();
  cyclic.nodes[0].yes = 0;
  const std::vector<Real> row = {Real::Point(0)};
  EXPECT_THAT(EvaluateForest(Arith(DType::kFloat32, Rules()), cyclic, row).error().message,
              HasSubstr("cycle"));
  Forest bad = Stump();
  bad.nodes[0].no = 9;
  EXPECT_THAT(CheckForest(bad, 1).error().message, HasSubstr("child 9 of 3"));
  EXPECT_THAT(CheckForest(Stump(), 0).error().message, HasSubstr("feature 0 of 0"));
}

}  // namespace
}  // namespace assay::ops::forest_test
