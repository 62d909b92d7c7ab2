#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

const Known kCos = Floats({2, 1}, {1, 0}), kSin = Floats({2, 1}, {0, 1});

TEST(RotaryEmbedding, TurnsByAQuarter) {
  const auto y = RunOp("RotaryEmbedding", {},
                       {Floats({1, 1, 2, 2}, {1, 2, 3, 4}), kCos, kSin, Ints({1, 2}, {0, 1})});
  EXPECT_THAT(Values(y), ElementsAre(1, 2, -4, 3));
}

TEST(RotaryEmbedding, CopiesBeyondTheRotaryPart) {
  const auto y =
      RunOp("RotaryEmbedding", {{"rotary_embedding_dim", int64_t{2}}, {"num_heads", int64_t{1}}},
            {Floats({1, 1, 4}, {1, 2, 3, 4}), kCos, kSin, Ints({1, 1}, {1})});
  EXPECT_THAT(Values(y), ElementsAre(-2, 1, 3, 4));
}

TEST(RotaryEmbedding, InterleavedPairsNeighbours) {
  const auto y = RunOp(
      "RotaryEmbedding", {{"interleaved", int64_t{1}}},
      {Floats({1, 1, 1, 4}, {1, 2, 3, 4}), Floats({1, 1, 2}, {0, 1}), Floats({1, 1, 2}, {1, 0})});
  EXPECT_THAT(Values(y), ElementsAre(-2, 1, 3, 4));
}

TEST(RotaryEmbedding, RefusesPositionsOutsideTheCache) {
  EXPECT_THAT(MessageOf(RunOp("RotaryEmbedding", {},
                              {Floats({1, 1, 1, 2}, {1, 2}), kCos, kSin, Ints({1, 1}, {2})})),
              HasSubstr("position_ids hold 2, the caches have 2 rows"));
}

}  // namespace
}  // namespace assay::ops
