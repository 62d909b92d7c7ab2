// Identity: tensors of any type, sequences.
#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Identity, HandsTensorsAndSequencesOn) {
  EXPECT_THAT(Values(RunOp("Identity", {}, {Floats({2}, {1.5, -2})})), ElementsAre(1.5, -2));
  EXPECT_EQ((*RunOp("Identity", {}, {Strings({1}, {"a"})}))[0].tensor.string(0), "a");
  const auto sequence =
      RunOp("Identity", {}, {Known::Sequence({Floats({1}, {3}), Floats({2}, {4, 5})})});
  ASSERT_TRUE(sequence.ok()) << sequence.error().message;
  EXPECT_EQ((*sequence)[0].items.size(), 2u);
}

TEST(Identity, RefusesSequencesBeforeOpset14) {
  EXPECT_THAT(
      MessageOf(RunOp("Identity", {}, {Known::Sequence({Floats({1}, {3})})}, {.opset = 13})),
      HasSubstr("may not be"));
}

}  // namespace
}  // namespace assay::ops
