#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

// Values grow by 1 per column and 10 per row, so a sample's value is 10 y + x.
Known Ramp() {
  std::vector<double> v;
  for (int y = 0; y < 6; ++y)
    for (int x = 0; x < 6; ++x) v.push_back(10 * y + x);
  return Floats({1, 1, 6, 6}, v);
}

Result<Outputs> Align(Attrs attrs, const std::vector<double>& roi) {
  return RunOp("RoiAlign", std::move(attrs), {Ramp(), Floats({1, 4}, roi), Ints({1}, {0})},
               {.opset = 22});
}

TEST(RoiAlign, AverageIsTheCentreOfARamp) {
  EXPECT_THAT(Values(Align({{"sampling_ratio", int64_t{2}}}, {1, 1, 3, 5})),
              ElementsAre(DoubleNear(10 * 2.5 + 1.5, 1e-9)));
  EXPECT_THAT(Values(Align({{"sampling_ratio", int64_t{2}},
                            {"coordinate_transformation_mode", std::string("output_half_pixel")}},
                           {1, 1, 3, 5})),
              ElementsAre(DoubleNear(10 * 3 + 2, 1e-9)));
}

TEST(RoiAlign, BinsAndScale) {
  const auto y = Align({{"output_width", int64_t{2}},
                        {"spatial_scale", 0.5F},
                        {"sampling_ratio", int64_t{1}},
                        {"coordinate_transformation_mode", std::string("output_half_pixel")}},
                       {2, 2, 6, 4});
  EXPECT_THAT(Values(y), ElementsAre(DoubleNear(15 + 1.5, 1e-9), DoubleNear(15 + 2.5, 1e-9)));
}

TEST(RoiAlign, MaxAdmitsBothReadings) {
  const auto y = Align({{"mode", std::string("max")},
                        {"sampling_ratio", int64_t{1}},
                        {"coordinate_transformation_mode", std::string("output_half_pixel")}},
                       {1, 1, 2, 2});
  ASSERT_TRUE(y.ok());
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(16.5));       // the sample at (1.5, 1.5)
  EXPECT_TRUE((*y)[0].tensor.real(0).contains(22 * 0.25));  // its largest weighted corner
}

TEST(RoiAlign, AnUncertainNumberOfSamplesIsUndetermined) {
  const auto y = RunOp(
      "RoiAlign", {},
      {Ramp(), Reals({1, 4}, {Real::Point(0), Real::Point(0), Between(1.9, 2.1), Real::Point(2)}),
       Ints({1}, {0})},
      {.opset = 22});
  ASSERT_TRUE(y.ok());
  EXPECT_TRUE((*y)[0].tensor.real(0).undetermined());
}

TEST(RoiAlign, Refuses) {
  EXPECT_FALSE(
      RunOp("RoiAlign", {}, {Ramp(), Floats({1, 4}, {0, 0, 1, 1}), Ints({1}, {5})}, {.opset = 22})
          .ok());
  EXPECT_FALSE(Align({{"output_height", int64_t{0}}}, {0, 0, 1, 1}).ok());
}

}  // namespace
}  // namespace assay::ops
