#include "ops/ml/feature.h"

#include <cmath>

#include "tests/unit/ops/op_test.h"

namespace assay::ops::feature_test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

const RunOptions kMl = {.opset = 4, .domain = "ai.onnx.ml"};

const Rules kRules;
const Arith kArith(DType::kFloat32, kRules);

TEST(PostTransform, Values) {
  std::vector<Real> s = {Real::Point(0), Real::Point(std::log(3.0))};
  ApplyPostTransform(kArith, PostTransform::kSoftmax, s);
  EXPECT_NEAR(s[1].v, 0.75, 1e-12);
  std::vector<Real> z = {Real::Point(0), Real::Point(2), Real::Point(2)};
  ApplyPostTransform(kArith, PostTransform::kSoftmaxZero, z);
  EXPECT_EQ(z[0].v, 0);
  EXPECT_NEAR(z[1].v, 0.5, 1e-12);
  std::vector<Real> p = {Real::Point(0.5), Real::Point(0.8413447460685429)};
  ApplyPostTransform(kArith, PostTransform::kProbit, p);
  EXPECT_TRUE(p[0].contains(0));
  EXPECT_TRUE(p[1].contains(1));
  EXPECT_FALSE(PostTransformOf("CUBE").ok());
}

TEST(TopLabels, UncertainScoresGiveARange) {
  const Labels labels{{10, 20, 30}, {}, false};
  const Known y = TopLabels(labels, {{Real::Point(1), Real::Point(3), Real::Point(2)},
                                     {Between(0, 2), Real::Point(1.5), Real::Point(0)}});
  EXPECT_EQ(y.tensor.integer(0).v, 20);
  EXPECT_TRUE(y.tensor.integer(0).point());
  EXPECT_TRUE(y.tensor.integer(1).contains(10));
  EXPECT_TRUE(y.tensor.integer(1).contains(20));
  const Labels strings{{}, {"a", "b", "c"}, true};
  EXPECT_EQ(TopLabels(strings, {{Between(0, 2), Real::Point(1.5), Real::Point(0)}}).kind,
            Known::Kind::kUndetermined);
}

TEST(Features, IntegersConvert) {
  EXPECT_EQ(FeatureAt(Ints({1}, {7}).tensor, 0).v, 7);
  EXPECT_FALSE(FloatFeatureAt(kArith, Ints({1}, {16777217}).tensor, 0).point());
}

}  // namespace
}  // namespace assay::ops::feature_test
