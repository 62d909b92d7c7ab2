#include "tests/unit/ops/stays.h"

namespace assay::ops::quantize_linear_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Known Bytes(const std::vector<double>& values, Shape shape = {}) {
  return Numbers(DType::kUint8, std::move(shape), values);
}

TEST(QuantizeLinear, RoundsToEvenBeforeAddingTheZeroPoint) {
  const auto y = RunOp("QuantizeLinear", {},
                       {Floats({5}, {1, 3, 5, -1000, 1000}), Floats({}, {2}), Bytes({1})});
  EXPECT_THAT(Values(y), ElementsAre(1, 3, 3, 0, 255));
  EXPECT_TRUE(Exact(y));  // a scale that is a power of two divides exactly
}

TEST(QuantizeLinear, NearATieBothNeighboursAreAllowed) {
  const auto y =
      RunOp("QuantizeLinear", {}, {Floats({2}, {0.25, 0.24}), Floats({}, {0.1}), Bytes({0})});
  EXPECT_EQ((*y)[0].tensor.integer(0).lo, 2);
  EXPECT_EQ((*y)[0].tensor.integer(0).hi, 3);
  EXPECT_TRUE((*y)[0].tensor.integer(1).point());
}

TEST(QuantizeLinear, PerAxisAndBlocked) {
  const Known x = Floats({2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_THAT(Values(RunOp("QuantizeLinear", {{"axis", int64_t{0}}},
                           {x, Floats({2}, {1, 2}), Bytes({0, 10}, {2})})),
              ElementsAre(1, 2, 3, 12, 12, 13));
  EXPECT_THAT(Values(RunOp("QuantizeLinear", {{"block_size", int64_t{2}}},
                           {x, Floats({2, 2}, {1, 0.5, 2, 1}), Bytes({0, 0, 0, 0}, {2, 2})})),
              ElementsAre(1, 2, 6, 2, 2, 6));
  EXPECT_THAT(MessageOf(RunOp("QuantizeLinear", {}, {x, Floats({2}, {1, 2}), Bytes({0, 0}, {2})})),
              HasSubstr("does not fit"));
  EXPECT_THAT(MessageOf(RunOp("QuantizeLinear", {}, {x, Floats({2, 2}, {1, 1, 1, 1})})),
              HasSubstr("without block_size"));
}

TEST(QuantizeLinear, NarrowTypes) {
  const Known x = Floats({4}, {-20, -1, 1.4, 20}), one = Floats({}, {1});
  EXPECT_THAT(Values(RunOp("QuantizeLinear", {}, {x, one, Numbers(DType::kInt4, {}, {0})})),
              ElementsAre(-8, -1, 1, 7));
  EXPECT_THAT(Values(RunOp("QuantizeLinear", {{"output_dtype", int64_t{26}}}, {x, one})),
              ElementsAre(-2, -1, 1, 1));
  EXPECT_THAT(Values(RunOp("QuantizeLinear", {}, {x, one, Numbers(DType::kFloat4E2M1, {}, {0})})),
              ElementsAre(-6, -1, 1.5, 6));
}

TEST(QuantizeLinear, Float8SaturatesOrNot) {
  const Known x = Floats({2}, {1000, 1}), one = Floats({}, {1}),
              zero = Numbers(DType::kFloat8E4M3FN, {}, {0});
  EXPECT_THAT(Values(RunOp("QuantizeLinear", {}, {x, one, zero})), ElementsAre(448, 1));
  const auto open = RunOp("QuantizeLinear", {{"saturate", int64_t{0}}}, {x, one, zero});
  EXPECT_TRUE((*open)[0].tensor.real(0).contains(kNaN));
  EXPECT_FALSE((*open)[0].tensor.real(1).contains(kNaN));
}

TEST(QuantizeLinear, NanIsOpen) {
  const auto y = RunOp("QuantizeLinear", {}, {Floats({1}, {kNaN}), Floats({}, {1})});
  EXPECT_EQ((*y)[0].tensor.integer(0).lo, 0);
  EXPECT_EQ((*y)[0].tensor.integer(0).hi, 255);
}

TEST(QuantizeLinear, TheTypeIsNamedTwiceAtMostConsistently) {
  EXPECT_THAT(MessageOf(RunOp("QuantizeLinear", {{"output_dtype", int64_t{3}}},
                              {Floats({1}, {1}), Floats({}, {1}), Bytes({0})})),
              HasSubstr("output_dtype is int8 but the zero point is uint8"));
}

TEST(QuantizeLinear, TheAdversaryStaysInside) {
  Rng rng(8);
  for (const DType type : {DType::kFloat32, DType::kFloat16})
    EXPECT_EQ(Escapes("QuantizeLinear", {},
                      {Normals(rng, type, {50}), Numbers(type, {}, {0.03}), Bytes({7})}),
              "");
}

}  // namespace
}  // namespace assay::ops::quantize_linear_test
