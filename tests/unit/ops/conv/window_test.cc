#include "ops/conv/window.h"

#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

WindowAttrs Attrs1(int64_t stride, int64_t dilation, int64_t begin, int64_t end,
                   std::string auto_pad = "NOTSET", bool ceil = false) {
  return {.strides = {stride},
          .dilations = {dilation},
          .pads = {begin, end},
          .auto_pad = std::move(auto_pad),
          .ceil_mode = ceil};
}

TEST(Window, ExplicitPadding) {
  EXPECT_EQ(PlaceWindow(Attrs1(2, 1, 1, 1), 0, 5, 3)->out, 3);
  EXPECT_EQ(PlaceWindow(Attrs1(1, 2, 0, 0), 0, 5, 3)->out, 1);
  EXPECT_FALSE(PlaceWindow(Attrs1(1, 1, 0, 0), 0, 2, 3).ok());
}

TEST(Window, SamePaddingPutsTheOddOneLastOrFirst) {
  const auto upper = PlaceWindow(Attrs1(2, 1, 0, 0, "SAME_UPPER"), 0, 6, 3),
             lower = PlaceWindow(Attrs1(2, 1, 0, 0, "SAME_LOWER"), 0, 6, 3);
  EXPECT_EQ(upper->out, 3);
  EXPECT_EQ(upper->begin, 0);
  EXPECT_EQ(upper->end, 1);
  EXPECT_EQ(lower->begin, 1);
  EXPECT_EQ(lower->end, 0);
}

TEST(Window, CeilDropsWindowsThatBeginInThePadding) {
  EXPECT_EQ(PlaceWindow(Attrs1(2, 1, 0, 0, "NOTSET", true), 0, 4, 3)->out, 2);
  EXPECT_EQ(PlaceWindow(Attrs1(3, 1, 1, 1, "NOTSET", true), 0, 2, 3)->out,
            1);  // the second would begin at 2, behind the input
}

TEST(Window, TapsKnowPaddingAndBeyond) {
  WindowAxes axes{*PlaceWindow(Attrs1(2, 1, 1, 0, "NOTSET", true), 0, 4, 3)};
  ASSERT_EQ(axes[0].out, 2);
  std::vector<WindowTap> taps;
  TapsAt(axes, {0}, taps);
  EXPECT_EQ(taps[0].input, kTapPadding);
  EXPECT_EQ(taps[1].input, 0);
  axes[0].out = 3;
  TapsAt(axes, {2}, taps);
  EXPECT_EQ(taps[0].input, 3);
  EXPECT_EQ(taps[1].input, kTapBeyond);
}

TEST(Window, HostileAttributesAreErrors) {
  Node node{.op = "Conv", .attrs = {{"strides", std::vector<int64_t>{0, 1}}}};
  EXPECT_FALSE(ReadWindowAttrs(Call(node, 22), 2).ok());
  node.attrs = {{"pads", std::vector<int64_t>{INT64_MAX, 0, 0, 0}}};
  EXPECT_FALSE(ReadWindowAttrs(Call(node, 22), 2).ok());
  node.attrs = {{"dilations", std::vector<int64_t>{1}}};
  EXPECT_FALSE(ReadWindowAttrs(Call(node, 22), 2).ok());
  node.attrs = {{"auto_pad", std::string("SAME")}};
  EXPECT_FALSE(ReadWindowAttrs(Call(node, 22), 2).ok());
  EXPECT_FALSE(PlaceWindow(Attrs1(1, 1, 0, 0), 0, INT64_MAX, 3).ok());
}

TEST(Window, SameWithStridesThatLeaveElementsIsOpen) {
  const WindowAttrs same = Attrs1(3, 1, 0, 0, "SAME_UPPER");
  const auto axis = PlaceWindow(same, 0, 3, 1);
  EXPECT_EQ(axis->out, 1);  // the shape is certain
  EXPECT_TRUE(axis->crops);
  const auto axes = PlaceWindows(same, {1, 1, 3}, std::vector<int64_t>{1});
  ASSERT_FALSE(axes.ok());
  EXPECT_EQ(axes.error().kind, ErrorKind::kUndetermined);
  EXPECT_FALSE(PlaceWindow(same, 0, 4, 1)->crops);  // positions 0 and 3
  EXPECT_FALSE(PlaceWindow(same, 0, 3, 3)->crops);
  EXPECT_TRUE(IsUndetermined(RunOp(
      "ConvInteger",
      {{"auto_pad", std::string("SAME_LOWER")}, {"strides", std::vector<int64_t>{3}}},
      {Numbers(DType::kUint8, {1, 1, 3}, {1, 2, 3}), Numbers(DType::kUint8, {1, 1, 1}, {1})})));
}

TEST(Window, ProposalsDoNotCrop) {
  Rng rng(5);
  int same = 0;
  for (int i = 0; i < 400; ++i) {
    const Shape input = {1, 1, rng.Int(1, 6), rng.Int(1, 6)};
    const std::vector<int64_t> kernel = ProposeKernel(rng, input, 3);
    const auto attrs = ProposeWindow(rng, input, kernel, true);
    if (!attrs.has_value() || attrs->Get<std::string>("auto_pad") == nullptr) continue;
    same += attrs->Get<std::string>("auto_pad")->starts_with("SAME") ? 1 : 0;
    const Node node{.op = "MaxPool", .attrs = *attrs};
    EXPECT_TRUE(PlaceWindows(*ReadWindowAttrs(Call(node, kTestOpset), 2), input, kernel).ok());
  }
  EXPECT_GT(same, 40);
}

}  // namespace
}  // namespace assay::ops
