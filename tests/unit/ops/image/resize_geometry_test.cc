#include "ops/image/resize_geometry.h"

#include "tests/unit/ops/op_test.h"

namespace assay::ops::resize_geometry_test {
namespace {

Node Resize(Attrs attrs) { return {.op = "Resize", .attrs = std::move(attrs)}; }

TEST(ResizeGeometry, ScalesAndSizes) {
  const Node node = Resize({});
  EXPECT_EQ(PlanResize(Call(node, 19), {5}, {.scales = {0.5}, .roi = {}, .sizes = {}})->axes[0].out,
            2);
  EXPECT_EQ(PlanResize(Call(node, 19), {5}, {.scales = {}, .roi = {}, .sizes = {7}})->axes[0].scale,
            1.4);
  EXPECT_FALSE(PlanResize(Call(node, 19), {5}, {.scales = {1}, .roi = {}, .sizes = {7}}).ok());
  EXPECT_FALSE(PlanResize(Call(node, 19), {5}, {.scales = {-1}, .roi = {}, .sizes = {}}).ok());
  EXPECT_FALSE(PlanResize(Call(node, 19), {0}, {.scales = {}, .roi = {}, .sizes = {7}}).ok());
}

TEST(ResizeGeometry, ASizeThatDependsOnRounding) {
  // 11 * 0.45454544 is 4.9999998; float32 rounds it to 5.
  const auto plan =
      PlanResize(Call(Resize({}), 19), {11},
                 {.scales = {static_cast<double>(0.45454544F)}, .roi = {}, .sizes = {}});
  ASSERT_FALSE(plan.ok());
  EXPECT_EQ(plan.error().kind, ErrorKind::kUndetermined);
}

TEST(ResizeGeometry, AspectRatio) {
  const Node larger = Resize({{"keep_aspect_ratio_policy", std::string("not_larger")}});
  const auto plan =
      PlanResize(Call(larger, 19), {2, 4}, {.scales = {}, .roi = {}, .sizes = {7, 8}});
  EXPECT_EQ(plan->axes[0].out, 4);
  EXPECT_EQ(plan->axes[1].out, 8);
}

TEST(ResizeGeometry, Coordinates) {
  const ResizeAxis twice{.in = 4, .out = 8, .scale = 2};
  EXPECT_EQ(ResizeCoordinate("half_pixel", twice, 0).v, -0.25);
  EXPECT_TRUE(ResizeCoordinate("half_pixel", twice, 3).point());
  EXPECT_EQ(ResizeCoordinate("asymmetric", twice, 3).v, 1.5);
  EXPECT_DOUBLE_EQ(ResizeCoordinate("align_corners", twice, 7).v, 3);
  EXPECT_FALSE(ResizeCoordinate("align_corners", twice, 3).point());  // 9 / 7
  EXPECT_EQ(ResizeCoordinate("pytorch_half_pixel", {.in = 4, .out = 1, .scale = 0.25}, 0).v, 0);
  EXPECT_EQ(ResizeCoordinate("tf_crop_and_resize",
                             {.in = 5, .out = 3, .scale = 0.6, .start = 0.25, .end = 0.75}, 2)
                .v,
            3);
}

}  // namespace
}  // namespace assay::ops::resize_geometry_test
