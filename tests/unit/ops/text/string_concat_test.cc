#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(StringConcat, Broadcasts) {
  const auto y = RunOp("StringConcat", {}, {Strings({2}, {"a", "b"}), Strings({}, {"-x"})});
  ASSERT_TRUE(y.ok()) << MessageOf(y);
  EXPECT_EQ((*y)[0].tensor.string(0), "a-x");
  EXPECT_EQ((*y)[0].tensor.string(1), "b-x");
}
TEST(StringConcat, EmptyTensorsAndMismatch) {
  EXPECT_EQ(ShapeOf(RunOp("StringConcat", {}, {Strings({0}, {}), Strings({1}, {"x"})})),
            (Shape{0}));
  EXPECT_THAT(MessageOf(RunOp("StringConcat", {},
                              {Strings({2}, {"a", "b"}), Strings({3}, {"a", "b", "c"})})),
              HasSubstr("do not broadcast"));
}

}  // namespace
}  // namespace assay::ops
