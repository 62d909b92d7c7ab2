#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;

const Attrs kAttrs = {{"kernel_shape", std::vector<int64_t>{2}},
                      {"strides", std::vector<int64_t>{2}}};

TEST(MaxUnpool, PutsElementsBack) {
  EXPECT_THAT(
      Values(RunOp("MaxUnpool", kAttrs, {Floats({1, 1, 2}, {5, 6}), Ints({1, 1, 2}, {1, 2})})),
      ElementsAre(0, 5, 6, 0));
}

TEST(MaxUnpool, AnotherOutputShapeAdmitsBothReadings) {
  const Attrs attrs = {{"kernel_shape", std::vector<int64_t>{1, 2}},
                       {"strides", std::vector<int64_t>{1, 2}}};
  // Index 3 is (1, 1) of the natural 2x2, and (1, 0) of the given 2x3.
  const auto y =
      RunOp("MaxUnpool", attrs,
            {Floats({1, 1, 2, 1}, {7, 8}), Ints({1, 1, 2, 1}, {0, 3}), Ints({4}, {1, 1, 2, 3})});
  EXPECT_THAT(Values(y), ElementsAre(7, 0, 0, 0, 8, 0));
  EXPECT_TRUE((*y)[0].tensor.real(3).contains(8));
  EXPECT_TRUE((*y)[0].tensor.real(4).contains(0));
}

TEST(MaxUnpool, Refuses) {
  EXPECT_FALSE(
      RunOp("MaxUnpool", kAttrs, {Floats({1, 1, 2}, {5, 6}), Ints({1, 1, 2}, {1, 9})}).ok());
  EXPECT_FALSE(RunOp("MaxUnpool", kAttrs, {Floats({1, 1, 2}, {5, 6}), Ints({1, 1, 1}, {1})}).ok());
  EXPECT_TRUE(IsUndetermined(
      RunOp("MaxUnpool", kAttrs, {Floats({1, 1, 1}, {5}), IntRanges({1, 1, 1}, {{0, 0, 1}})})));
}

}  // namespace
}  // namespace assay::ops
