#include "ops/pool/pool.h"

#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;

TEST(Pool, WindowsKnowTheirElementsAndPadding) {
  const Node node{
      .op = "AveragePool",
      .attrs = {{"kernel_shape", std::vector<int64_t>{2}}, {"pads", std::vector<int64_t>{1, 0}}}};
  const auto pool = ReadPool(Call(node, 22), {2, 3, 2});
  ASSERT_TRUE(pool.ok());
  EXPECT_EQ(pool->shape, (Shape{2, 3, 2}));
  EXPECT_EQ(pool->planes, 6);
  ForEachPoolWindow(*pool, [&](int64_t position, const PoolWindow& window) {
    if (position == 0) {
      EXPECT_THAT(window.taps, ElementsAre(0));
      EXPECT_EQ(window.padding, 1);
    } else {
      EXPECT_THAT(window.taps, ElementsAre(0, 1));
    }
  });
}

TEST(Pool, GlobalIsOneWindow) {
  const Pool pool = GlobalPool({2, 3, 4, 5});
  EXPECT_EQ(pool.shape, (Shape{2, 3, 1, 1}));
  ForEachPoolWindow(pool,
                    [&](int64_t, const PoolWindow& window) { EXPECT_EQ(window.taps.size(), 20U); });
}

TEST(Pool, Refuses) {
  EXPECT_FALSE(RunOp("MaxPool", {{"kernel_shape", std::vector<int64_t>{2}}},
                     {Floats({1, 1, 2, 2}, {1, 2, 3, 4})})
                   .ok());
  EXPECT_FALSE(RunOp("MaxPool", {{"kernel_shape", std::vector<int64_t>{0, 1}}},
                     {Floats({1, 1, 2, 2}, {1, 2, 3, 4})})
                   .ok());
  EXPECT_FALSE(RunOp("GlobalAveragePool", {}, {Floats({2, 2}, {1, 2, 3, 4})}).ok());
}

}  // namespace
}  // namespace assay::ops
