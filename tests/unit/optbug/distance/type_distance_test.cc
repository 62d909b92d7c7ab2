#include <gtest/gtest.h>

#include "optbug/distance/places.h"

namespace assay::optbug::type_distance_test {
namespace {

using Chain = std::vector<std::string>;

TEST(TypeDistance, CountsLevelsThatDiffer) {
  const Chain zero = {"ZeroDivisionError", "ArithmeticError", "Exception", "object"};
  const Chain overflow = {"OverflowError", "ArithmeticError", "Exception", "object"};
  const Chain key = {"KeyError", "LookupError", "Exception", "object"};
  EXPECT_EQ(TypeDistance(zero, zero), 0);
  EXPECT_EQ(TypeDistance(zero, overflow), 1);
  EXPECT_EQ(TypeDistance(zero, key), 2);
}

TEST(TypeDistance, EndsWhereEitherHasNoParent) {
  const Chain half = {"float16", "floating", "dtype"};
  EXPECT_EQ(TypeDistance(half, {"int8", "integer", "dtype"}), 2);
  EXPECT_EQ(TypeDistance(half, {"torch.Tensor", "torch._C.TensorBase", "object"}), 3);
  EXPECT_EQ(TypeDistance(half, {"Unknown"}), 1);
}

}  // namespace
}  // namespace assay::optbug::type_distance_test
