#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(StringSplit, PadsToTheLongest) {
  const auto y = RunOp("StringSplit", {{"delimiter", std::string(".")}},
                       {Strings({2}, {"a.b", "x..y."})}, {.outputs = 2});
  EXPECT_EQ(ShapeOf(y), (Shape{2, 4}));
  EXPECT_EQ((*y)[0].tensor.string(1), "b");
  EXPECT_EQ((*y)[0].tensor.string(5), "");
  EXPECT_EQ((*y)[0].tensor.string(6), "y");
  EXPECT_THAT(Values(y, 1), ElementsAre(2, 4));
}
TEST(StringSplit, WhiteSpaceAndLimit) {
  const auto y = RunOp("StringSplit", {{"maxsplit", int64_t{1}}},
                       {Strings({2}, {"  one two  three", ""})}, {.outputs = 2});
  EXPECT_EQ((*y)[0].tensor.string(1), "two  three");
  EXPECT_THAT(Values(y, 1), ElementsAre(2, 0));
}
TEST(StringSplit, TheRestsLastSpaceIsOpen) {
  EXPECT_TRUE(IsUndetermined(RunOp("StringSplit", {{"maxsplit", int64_t{1}}},
                                   {Strings({1}, {"a b c "})}, {.outputs = 2})));
}
TEST(StringSplit, EmptyInput) {
  EXPECT_EQ(ShapeOf(RunOp("StringSplit", {}, {Strings({0}, {})}, {.outputs = 2})), (Shape{0, 0}));
}

TEST(StringSplit, AnEmptyStringIsOnePartOrNone) {
  const Attrs attrs = {{"delimiter", std::string(".")}};
  const auto y = RunOp("StringSplit", attrs, {Strings({2}, {"", "a"})}, {.outputs = 2});
  EXPECT_EQ(ShapeOf(y), (Shape{2, 1}));
  EXPECT_TRUE((*y)[1].tensor.integer(0).contains(0));
  EXPECT_TRUE((*y)[1].tensor.integer(0).contains(1));
  EXPECT_TRUE((*y)[1].tensor.integer(1).point());
  EXPECT_TRUE(IsUndetermined(RunOp("StringSplit", attrs, {Strings({1}, {""})}, {.outputs = 2})));
}

}  // namespace
}  // namespace assay::ops
