#include "tests/unit/ops/stays.h"

namespace assay::ops::grid_sample_test {
namespace {

using testing::ElementsAre;

const Known kImage = Floats({1, 1, 2, 2}, {1, 2, 3, 4});

Result<Outputs> Sample(Attrs attrs, const std::vector<double>& at) {
  return RunOp("GridSample", std::move(attrs),
               {kImage, Floats({1, 1, static_cast<int64_t>(at.size()) / 2, 2}, at)}, {.opset = 20});
}

TEST(GridSample, CornersAndCentre) {
  EXPECT_THAT(Values(Sample({{"align_corners", int64_t{1}}}, {-1, -1, 1, -1, 0, 0})),
              ElementsAre(1, 2, 2.5));
  // Without align_corners -1 is the outer edge: half a pixel outside on both axes.
  EXPECT_THAT(Values(Sample({}, {-1, -1, -0.5, -0.5})), ElementsAre(0.25, 1));
}

TEST(GridSample, Padding) {
  EXPECT_THAT(Values(Sample({{"padding_mode", std::string("border")}}, {-3, -0.5})),
              ElementsAre(1));
  EXPECT_THAT(
      Values(Sample({{"padding_mode", std::string("reflection")}, {"mode", std::string("nearest")}},
                    {-2.4, -0.5})),
      ElementsAre(2));
}

TEST(GridSample, NearestRoundsHalvesToEven) {
  EXPECT_THAT(Values(Sample({{"mode", std::string("nearest")}}, {0, -0.5})),
              ElementsAre(1));  // column 0.5
}

TEST(GridSample, UncertainLocationsGiveBothNeighbours) {
  const auto y =
      RunOp("GridSample", {{"mode", std::string("nearest")}},
            {kImage, Reals({1, 1, 1, 2}, {Between(-0.1, 0.1), Real::Point(-0.5)})}, {.opset = 20});
  ASSERT_TRUE(y.ok());
  EXPECT_EQ((*y)[0].tensor.real(0).lo, 1);
  EXPECT_EQ((*y)[0].tensor.real(0).hi, 2);
  const auto nan =
      RunOp("GridSample", {}, {kImage, Reals({1, 1, 1, 2}, {Real::MustNan(), Real::Point(0)})},
            {.opset = 20});
  EXPECT_TRUE((*nan)[0].tensor.real(0).undetermined());
}

// Cubic weights that are rounded to 16 bits do not add up to 1.
TEST(GridSample, TheAdversaryStaysInsideAmongEqualElements) {
  for (const double at : {0.85546875, -0.9, 0.59375, 1.5})
    EXPECT_EQ(Escapes("GridSample",
                      {{"mode", std::string("cubic")}, {"padding_mode", std::string("reflection")}},
                      {Numbers(DType::kBfloat16, {1, 1, 3}, {1.5, 1.5, 1.5}),
                       Numbers(DType::kBfloat16, {1, 1, 1}, {at})},
                      {.opset = 22}, 5000),
              "")
        << at;
}

TEST(GridSample, Volumes) {
  const auto y = RunOp(
      "GridSample", {{"align_corners", int64_t{1}}},
      {Floats({1, 1, 2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7}), Floats({1, 1, 1, 1, 3}, {1, -1, 0})},
      {.opset = 20});
  EXPECT_THAT(Values(y), ElementsAre(3));  // x = 1, y = 0, z half way: between 1 and 5
}

TEST(GridSample, Refuses) {
  EXPECT_FALSE(
      RunOp("GridSample", {}, {kImage, Floats({1, 1, 1, 3}, {0, 0, 0})}, {.opset = 20}).ok());
  EXPECT_FALSE(Sample({{"padding_mode", std::string("wrap")}}, {0, 0}).ok());
}

}  // namespace
}  // namespace assay::ops::grid_sample_test
