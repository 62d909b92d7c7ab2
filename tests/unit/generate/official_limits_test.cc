#include <gtest/gtest.h>

#include "generate/grower.h"

namespace assay::generate {
namespace {

Node NodeOf(const char* op, Attrs attrs = {}) {
  Node node;
  node.op = op;
  node.attrs = std::move(attrs);
  return node;
}

TEST(OfficialLimits, PoolsWhoseLastWindowLiesBehindTheData) {
  using Ints = std::vector<int64_t>;
  const TensorType x(DType::kFloat32, Shape{1, 1, 6});
  const auto refuses = [&](Ints kernel, Ints strides, int64_t ceil, int64_t size) {
    return OfficialRefuses(
        NodeOf("MaxPool", {{"ceil_mode", ceil}, {"kernel_shape", kernel}, {"strides", strides}}), x,
        {ValueType(TensorType(DType::kFloat32, Shape{1, 1, size}))});
  };
  EXPECT_TRUE(refuses({1}, {2}, 1, 3));  // ceil(5 / 2) + 1 = 4, the fourth begins at 6
  EXPECT_FALSE(refuses({1}, {2}, 0, 3));
  EXPECT_FALSE(refuses({3}, {2}, 1, 3));
}

TEST(OfficialLimits, SingleOperators) {
  const TensorType single(DType::kFloat32, Shape{2}), half(DType::kFloat16, Shape{2}),
      scalar(DType::kInt64, Shape{});
  const Attrs axes = {{"axes", std::vector<int64_t>{0}}};
  EXPECT_FALSE(OfficialRefuses(NodeOf("MeanVarianceNormalization", axes), single, {}));
  EXPECT_TRUE(OfficialRefuses(NodeOf("MeanVarianceNormalization", axes), half, {}));
  EXPECT_TRUE(OfficialRefuses(NodeOf("MeanVarianceNormalization"), single, {}));
  EXPECT_TRUE(OfficialRefuses(NodeOf("OneHot"), scalar, {}));
  EXPECT_FALSE(OfficialRefuses(NodeOf("Relu"), half, {}));
}

}  // namespace
}  // namespace assay::generate
