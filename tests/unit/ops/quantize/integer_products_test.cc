// MatMulInteger, ConvInteger, QLinearMatMul, QLinearConv, DynamicQuantizeLinear.
#include "tests/unit/ops/stays.h"

namespace assay::ops::integer_products_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Known Bytes(Shape shape, const std::vector<double>& values) {
  return Numbers(DType::kUint8, std::move(shape), values);
}
Known Signed(Shape shape, const std::vector<double>& values) {
  return Numbers(DType::kInt8, std::move(shape), values);
}

TEST(MatMulInteger, ZeroPointsPerRowAndColumn) {
  const Known a = Bytes({2, 2}, {1, 2, 3, 4}), b = Signed({2, 2}, {1, 0, 0, 1});
  EXPECT_THAT(Values(RunOp("MatMulInteger", {}, {a, b})), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(Values(RunOp("MatMulInteger", {}, {a, b, Bytes({2}, {1, 3})})),
              ElementsAre(0, 1, 0, 1));
  EXPECT_THAT(Values(RunOp("MatMulInteger", {}, {a, b, Known(), Signed({2}, {0, 1})})),
              ElementsAre(1, -1, 3, -3));
}

TEST(MatMulInteger, VectorsAndBatches) {
  EXPECT_EQ(ShapeOf(RunOp("MatMulInteger", {}, {Bytes({2}, {1, 2}), Bytes({2}, {3, 4})})), Shape());
  EXPECT_THAT(Values(RunOp("MatMulInteger", {}, {Bytes({2, 1, 1}, {2, 3}), Bytes({1, 1}, {5})})),
              ElementsAre(10, 15));
  EXPECT_THAT(Values(RunOp("MatMulInteger", {}, {Bytes({1, 0}, {}), Bytes({0, 1}, {})})),
              ElementsAre(0));
  EXPECT_THAT(MessageOf(RunOp("MatMulInteger", {}, {Bytes({1, 2}, {1, 2}), Bytes({1, 2}, {1, 2})})),
              HasSubstr("do not multiply"));
}

TEST(ConvInteger, PadsAfterTheZeroPoint) {
  const Known x = Bytes({1, 1, 2}, {3, 4}), w = Bytes({1, 1, 2}, {1, 10});
  EXPECT_THAT(
      Values(RunOp("ConvInteger", {{"pads", std::vector<int64_t>{1, 0}}}, {x, w, Bytes({}, {2})})),
      ElementsAre(10, 21));
  EXPECT_THAT(Values(RunOp("ConvInteger", {{"auto_pad", std::string("SAME_UPPER")}}, {x, w})),
              ElementsAre(43, 4));
  EXPECT_THAT(MessageOf(RunOp("ConvInteger", {}, {Bytes({1, 1, 1}, {1}), w})),
              HasSubstr("does not fit an axis of 1"));
}

TEST(ConvInteger, Groups) {
  const Known x = Bytes({1, 2, 1}, {3, 4}), w = Bytes({2, 1, 1}, {1, 10});
  EXPECT_THAT(Values(RunOp("ConvInteger", {{"group", int64_t{2}}}, {x, w})), ElementsAre(3, 40));
  EXPECT_THAT(MessageOf(RunOp("ConvInteger", {}, {x, w})), HasSubstr("2 channels in 1 groups"));
}

std::vector<Known> ProductOf(double a, double b, double scale, double y_zero) {
  return {Bytes({1, 1}, {a}), Floats({}, {scale}), Bytes({}, {0}),  Bytes({1, 1}, {b}),
          Floats({}, {1}),    Bytes({}, {0}),      Floats({}, {1}), Bytes({}, {y_zero})};
}

TEST(QLinearMatMul, RescalesAndSaturates) {
  EXPECT_THAT(Values(RunOp("QLinearMatMul", {}, ProductOf(3, 4, 1, 5))), ElementsAre(17));
  EXPECT_THAT(Values(RunOp("QLinearMatMul", {}, ProductOf(30, 40, 1, 5))), ElementsAre(255));
  EXPECT_TRUE(Exact(RunOp("QLinearMatMul", {}, ProductOf(3, 4, 1, 5))));
}

TEST(QLinearMatMul, NearATieBothNeighboursAreAllowed) {
  const auto y = RunOp("QLinearMatMul", {}, ProductOf(5, 1, 0.5, 1));
  EXPECT_EQ((*y)[0].tensor.integer(0).lo, 3);
  EXPECT_EQ((*y)[0].tensor.integer(0).hi, 4);
}

TEST(QLinearConv, ScalesPerFilterAndBias) {
  const std::vector<Known> inputs = {
      Bytes({1, 1, 1}, {10}),   Floats({}, {1}),     Bytes({}, {0}),
      Bytes({2, 1, 1}, {2, 2}), Floats({2}, {1, 2}), Bytes({2}, {0, 1}),
      Floats({}, {1}),          Bytes({}, {0}),      Numbers(DType::kInt32, {2}, {1, 2})};
  EXPECT_THAT(Values(RunOp("QLinearConv", {}, inputs)), ElementsAre(21, 24));
  std::vector<Known> wrong = inputs;
  wrong[4] = Floats({3}, {1, 2, 3});
  EXPECT_THAT(MessageOf(RunOp("QLinearConv", {}, wrong)),
              HasSubstr("input 4 of shape [3] does not fit 2 filters"));
}

TEST(DynamicQuantizeLinear, TakesTheRangeFromTheData) {
  const auto y = RunOp("DynamicQuantizeLinear", {}, {Floats({3}, {0, 51, 255})}, {.outputs = 3});
  EXPECT_THAT(Values(y), ElementsAre(0, 51, 255));
  EXPECT_THAT(Values(y, 1), ElementsAre(1));
  EXPECT_THAT(Values(y, 2), ElementsAre(0));
}

TEST(DynamicQuantizeLinear, ZerosAreOpen) {
  const auto y = RunOp("DynamicQuantizeLinear", {}, {Floats({2}, {0, 0})}, {.outputs = 3});
  EXPECT_TRUE((*y)[1].tensor.real(0).contains(1));
  EXPECT_TRUE((*y)[1].tensor.real(0).contains(1.0 / 255));
}

TEST(IntegerProducts, TheAdversaryStaysInside) {
  Rng rng(8);
  std::vector<double> a, b;
  for (int i = 0; i < 40; ++i) a.push_back(static_cast<double>(rng.Int(0, 255)));
  for (int i = 0; i < 40; ++i) b.push_back(static_cast<double>(rng.Int(-128, 127)));
  const std::vector<Known> inputs = {Bytes({10, 4}, a),  Floats({}, {0.013}), Bytes({}, {120}),
                                     Signed({4, 10}, b), Floats({}, {0.021}), Signed({}, {3}),
                                     Floats({}, {0.7}),  Bytes({}, {101})};
  EXPECT_EQ(Escapes("QLinearMatMul", {}, inputs), "");
  EXPECT_EQ(
      Escapes("DynamicQuantizeLinear", {}, {Normals(rng, DType::kFloat32, {60})}, {.outputs = 3}),
      "");
}

}  // namespace
}  // namespace assay::ops::integer_products_test
