// Optional, OptionalHasElement, OptionalGetElement.
#include "../op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Optional, WrapsAndReads) {
  const auto y = RunOp("Optional", {}, {Floats({1}, {3})});
  ASSERT_TRUE(y.ok()) << MessageOf(y);
  EXPECT_THAT(Values(RunOp("OptionalHasElement", {}, {(*y)[0]})), ElementsAre(1));
  EXPECT_THAT(Values(RunOp("OptionalGetElement", {}, {(*y)[0]})), ElementsAre(3));
}

TEST(Optional, Empty) {
  const auto y = RunOp("Optional", {{"type", ValueType(TensorType(DType::kFloat32))}}, {});
  ASSERT_TRUE(y.ok()) << MessageOf(y);
  EXPECT_THAT(Values(RunOp("OptionalHasElement", {}, {(*y)[0]})), ElementsAre(0));
  EXPECT_THAT(Values(RunOp("OptionalHasElement", {}, {Known()})), ElementsAre(0));
  EXPECT_THAT(MessageOf(RunOp("OptionalGetElement", {}, {(*y)[0]})), HasSubstr("no element"));
  EXPECT_THAT(MessageOf(RunOp("Optional", {}, {})), HasSubstr("needs the attribute 'type'"));
}

TEST(Optional, PlainTensorsPassThrough) {
  EXPECT_THAT(Values(RunOp("OptionalGetElement", {}, {Floats({1}, {3})})), ElementsAre(3));
  EXPECT_FALSE(RunOp("OptionalGetElement", {}, {Floats({1}, {3})}, {.opset = 15}).ok());
}

}  // namespace
}  // namespace assay::ops
