// Constant.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Constant, TakesAnyForm) {
  EXPECT_THAT(Values(RunOp("Constant", {{"value_int", int64_t{5}}}, {})), ElementsAre(5));
  EXPECT_EQ(ShapeOf(RunOp("Constant", {{"value_float", 0.5f}}, {})), Shape{});
  EXPECT_THAT(Values(RunOp("Constant", {{"value_floats", std::vector<float>{1, 2}}}, {})),
              ElementsAre(1, 2));
  EXPECT_THAT(Values(RunOp("Constant", {{"value_ints", std::vector<int64_t>{}}}, {})), IsEmpty());
  const auto text = RunOp("Constant", {{"value_strings", std::vector<std::string>{"a", "b"}}}, {});
  EXPECT_EQ((*text)[0].tensor.string(1), "b");
}

TEST(Constant, SubnormalMayBeReadAsZero) {
  const double tiny[] = {1e-40};
  const auto y = RunOp("Constant", {{"value", MakeTensor(DType::kFloat32, {}, tiny)}}, {});
  EXPECT_EQ((*y)[0].tensor.real(0).lo, 0);
  EXPECT_GT((*y)[0].tensor.real(0).hi, 0);
}

TEST(Constant, NeedsExactlyOneAttribute) {
  EXPECT_THAT(MessageOf(RunOp("Constant", {{"value_int", int64_t{5}}, {"value_float", 1.0f}}, {})),
              HasSubstr("exactly one"));
  EXPECT_THAT(MessageOf(RunOp("Constant", {}, {})), HasSubstr("exactly one"));
}

}  // namespace
}  // namespace assay::ops
