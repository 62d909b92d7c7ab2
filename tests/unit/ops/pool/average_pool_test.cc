#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

TEST(AveragePool, PaddingCountsOnlyOnRequest) {
  Attrs attrs = {{"kernel_shape", std::vector<int64_t>{2}}, {"pads", std::vector<int64_t>{1, 0}}};
  EXPECT_THAT(Values(RunOp("AveragePool", attrs, {Floats({1, 1, 2}, {4, 8})})), ElementsAre(4, 6));
  attrs.Set("count_include_pad", int64_t{1});
  EXPECT_THAT(Values(RunOp("AveragePool", attrs, {Floats({1, 1, 2}, {4, 8})})), ElementsAre(2, 6));
}

TEST(AveragePool, CeilCountsNothingBeyondThePadding) {
  const Attrs attrs = {{"kernel_shape", std::vector<int64_t>{3}},
                       {"strides", std::vector<int64_t>{2}},
                       {"ceil_mode", int64_t{1}},
                       {"count_include_pad", int64_t{1}}};
  EXPECT_THAT(Values(RunOp("AveragePool", attrs, {Floats({1, 1, 4}, {1, 2, 3, 4})})),
              ElementsAre(2, DoubleNear(3.5, 1e-12)));
}

TEST(AveragePool, Dilations) {
  const Attrs attrs = {{"kernel_shape", std::vector<int64_t>{2}},
                       {"dilations", std::vector<int64_t>{2}}};
  EXPECT_THAT(Values(RunOp("AveragePool", attrs, {Floats({1, 1, 4}, {1, 2, 5, 10})})),
              ElementsAre(3, 6));
}

TEST(GlobalAveragePool, MeanOfAll) {
  EXPECT_THAT(
      Values(RunOp("GlobalAveragePool", {}, {Floats({1, 2, 2, 2}, {1, 2, 3, 6, 0, 0, 0, 4})})),
      ElementsAre(3, 1));
}

}  // namespace
}  // namespace assay::ops
