#include "tests/unit/ops/op_test.h"

namespace assay::ops::resize_test {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

Result<Outputs> Resize(Attrs attrs, const Known& x, const std::vector<double>& scales,
                       int opset = 19) {
  return RunOp("Resize", std::move(attrs),
               {x, Known(), Floats({static_cast<int64_t>(scales.size())}, scales)},
               {.opset = opset});
}

const Known kRow = Floats({4}, {1, 2, 3, 4});

TEST(Resize, NearestRoundsHalvesDown) {
  // Coordinates -0.25, 0.25, 0.75, 1.25, ..
  EXPECT_THAT(Values(Resize({}, kRow, {2})), ElementsAre(1, 1, 2, 2, 3, 3, 4, 4));
  // Asymmetric by two thirds of the rows: coordinates 0, 2 exactly.
  const auto y = Resize({{"coordinate_transformation_mode", std::string("asymmetric")},
                         {"nearest_mode", std::string("floor")}},
                        kRow, {0.5});
  EXPECT_THAT(Values(y), ElementsAre(1, 3));
  EXPECT_TRUE(Exact(y));
}

TEST(Resize, NearestNearABorderIsOpen) {
  // Thirds in float32: position 3 may be just below or at 1.
  const auto y = Resize({{"coordinate_transformation_mode", std::string("asymmetric")},
                         {"nearest_mode", std::string("floor")}},
                        kRow, {3});
  ASSERT_TRUE(y.ok());
  EXPECT_EQ((*y)[0].tensor.real(4).lo, 2);
  EXPECT_EQ((*y)[0].tensor.real(4).hi, 2);
  EXPECT_EQ((*y)[0].tensor.real(3).lo, 1);
  EXPECT_EQ((*y)[0].tensor.real(3).hi, 2);
}

TEST(Resize, Linear) {
  EXPECT_THAT(Values(Resize({{"mode", std::string("linear")}}, kRow, {2})),
              ElementsAre(1, 1.25, 1.75, 2.25, 2.75, 3.25, 3.75, 4));
}

TEST(Resize, Cubic) {
  // At 0.25 with a = -0.75: weights of elements -1 (clamped to 0), 0, 1, 2.
  const double w0 = -0.10546875, w1 = 0.87890625, w2 = 0.26171875, w3 = -0.03515625;
  const auto v = Values(Resize({{"mode", std::string("cubic")}}, kRow, {2}));
  EXPECT_THAT(v[1], DoubleNear(w0 + w1 + 2 * w2 + 3 * w3, 1e-12));
}

TEST(Resize, SizesAxesAndCrop) {
  const auto y =
      RunOp("Resize",
            {{"axes", std::vector<int64_t>{-1}},
             {"mode", std::string("linear")},
             {"coordinate_transformation_mode", std::string("align_corners")}},
            {Floats({2, 2}, {0, 2, 10, 20}), Known(), Known(), Ints({1}, {3})}, {.opset = 19});
  EXPECT_THAT(Values(y), ElementsAre(0, 1, 2, 10, 15, 20));
  const auto crop =
      RunOp("Resize",
            {{"mode", std::string("linear")},
             {"coordinate_transformation_mode", std::string("tf_crop_and_resize")},
             {"extrapolation_value", 9.0F}},
            {Floats({3}, {1, 2, 3}), Floats({2}, {0, 2}), Known(), Ints({1}, {3})}, {.opset = 19});
  EXPECT_THAT(Values(crop), ElementsAre(1, 3, 9));
}

TEST(Resize, OldOpsets) {
  EXPECT_THAT(Values(RunOp("Resize", {}, {kRow, Floats({1}, {2})}, {.opset = 10})),
              ElementsAre(1, 1, 2, 2, 3, 3, 4, 4));
  EXPECT_THAT(
      Values(RunOp("Upsample", {{"scales", std::vector<float>{1.5F}}}, {kRow}, {.opset = 7})),
      ElementsAre(1, 1, 2, 3, 3, 4));
  EXPECT_THAT(Values(RunOp("Upsample", {{"mode", std::string("linear")}}, {kRow, Floats({1}, {2})},
                           {.opset = 9})),
              ElementsAre(1, 1.5, 2, 2.5, 3, 3.5, 4, 4));
}

TEST(Resize, ScalesThatGiveNoWholeSizeAdmitBothReadings) {
  const auto y = Resize({{"mode", std::string("linear")},
                         {"coordinate_transformation_mode", std::string("align_corners")}},
                        kRow, {0.6});
  ASSERT_TRUE(y.ok());
  EXPECT_TRUE((*y)[0].tensor.real(1).contains(4));           // 1 * 3 / (2 - 1)
  EXPECT_NEAR((*y)[0].tensor.real(1).v, 1 + 3 / 1.4, 1e-5);  // 1 * 3 / (2.4 - 1)
}

TEST(Resize, Refuses) {
  EXPECT_FALSE(Resize({{"mode", std::string("lanczos")}}, kRow, {2}).ok());
  EXPECT_FALSE(Resize({}, kRow, {2, 2}).ok());
  EXPECT_FALSE(Resize({{"axes", std::vector<int64_t>{0, 0}}}, kRow, {2, 2}).ok());
}

// A number can be extrapolated, a string cannot.
TEST(Resize, RefusesStringsBeyondTheEdge) {
  const Known words = Strings({3}, {"a", "b", "c"});
  const auto y = RunOp("Resize",
                       {{"mode", std::string("nearest")},
                        {"coordinate_transformation_mode", std::string("tf_crop_and_resize")}},
                       {words, Floats({2}, {0, 2}), Known(), Ints({1}, {3})}, {.opset = 19});
  ASSERT_FALSE(y.ok());
  EXPECT_EQ(y.error().kind, ErrorKind::kUnsupported);
}

}  // namespace
}  // namespace assay::ops::resize_test
