#include "oracle/layers.h"

#include <gtest/gtest.h>

#include "graph/text.h"

namespace assay::oracle::layers_test {
namespace {

Tensor Vector(std::vector<double> values) {
  return MakeTensor(DType::kFloat32, {static_cast<int64_t>(values.size())}, values);
}

// Worked by hand from the study's definitions.
TEST(Layers, FollowTheStudysFormulas) {
  const auto model =
      ParseModelText("graph (x) -> (c) { a = Relu(x)\n b = Neg(x)\n c = Add(a, b) }");
  ASSERT_TRUE(model.ok()) << model.error().message;
  const NamedTensors m = {{"a", Vector({1, 2})}, {"b", Vector({0, 0})}, {"c", Vector({5, 5})}};
  const NamedTensors n = {{"a", Vector({1, 4})}, {"b", Vector({0, 0})}, {"c", Vector({5, 9})}};
  const NamedTensors truth = {{"a", Vector({1, 3})}, {"b", Vector({0, 0})}, {"c", Vector({5, 5})}};
  const auto rows = CompareLayers(model->graph, {{"m", &m}, {"n", &n}}, truth, Ground::kReference);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_DOUBLE_EQ(rows[0].distance, 1);     // (0 + 2) / 2
  EXPECT_DOUBLE_EQ(rows[0].rate, 1 / 1e-7);  // its precursor is the input: D_pre = 0
  EXPECT_DOUBLE_EQ(rows[0].mad, 0);          // both are 0.5 from the truth
  EXPECT_DOUBLE_EQ(rows[1].distance, 0);
  EXPECT_DOUBLE_EQ(rows[1].rate, 0);
  EXPECT_DOUBLE_EQ(rows[1].mad, 0);  // both distances 0
  EXPECT_DOUBLE_EQ(rows[2].distance, 2);
  EXPECT_DOUBLE_EQ(rows[2].rate, 1 / (1 + 1e-7));  // the larger of its precursors counts
  EXPECT_DOUBLE_EQ(rows[2].mad, 1);                // only n is off
}

TEST(Layers, OnesAsGround) {
  const auto model = ParseModelText("graph (x) -> (a) { a = Relu(x) }");
  const NamedTensors m = {{"a", Vector({1, 2})}}, n = {{"a", Vector({1, 4})}};
  const auto rows = CompareLayers(model->graph, {{"m", &m}, {"n", &n}}, {}, Ground::kOnes);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_DOUBLE_EQ(rows[0].mad, (1.5 - 0.5) / 2);
}

}  // namespace
}  // namespace assay::oracle::layers_test
