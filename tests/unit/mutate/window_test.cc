#include "mutate/window.h"

#include "developer/apply.h"

namespace assay::mutate::developer_tests {
namespace {

std::optional<Window> Read(std::string_view text) {
  const Model model = CaseOf(text).model;
  return ReadWindow(model.graph, model.graph.node(0));
}

TEST(Window, ReadsDefaultsFromTheWeights) {
  const auto window = Read(R"(graph (x: float32[1,2,7,5]) -> (y) {
    w: float32[3,2,3,1] = fill(1)
    y = Conv<strides=[2,1]>(x, w)
  })");
  ASSERT_TRUE(window.has_value());
  EXPECT_EQ(window->kernel, (std::vector<int64_t>{3, 1}));
  EXPECT_EQ(window->pads, (std::vector<int64_t>{0, 0, 0, 0}));
  EXPECT_EQ(window->OutputSize(0), 3);
  EXPECT_EQ(window->output, (Shape{3, 5}));
}

TEST(Window, ReadsAutomaticPaddingAsExplicit) {
  // 6 with stride 2 gives 3 windows: 2*2+3-6 = 1 to pad, behind for UPPER, in front for LOWER.
  for (const auto& [mode, pads] :
       {std::pair<std::string, std::vector<int64_t>>{"SAME_UPPER", {0, 1}},
        {"SAME_LOWER", {1, 0}},
        {"VALID", {0, 0}}}) {
    const auto window = Read(
        "graph (x: float32[1,1,6]) -> (y) { y = MaxPool<kernel_shape=[3], strides=[2], "
        "auto_pad=\"" +
        mode + "\">(x) }");
    ASSERT_TRUE(window.has_value());
    EXPECT_EQ(window->pads, pads) << mode;
    EXPECT_EQ(window->OutputSize(0), window->output[0]) << mode;
  }
}

TEST(Window, IsUnsoundWhenPoolsArePaddedTooFar) {
  auto window = Read("graph (x: float32[1,1,6]) -> (y) { y = MaxPool<kernel_shape=[2]>(x) }");
  ASSERT_TRUE(window.has_value());
  EXPECT_TRUE(window->IsSound());
  window->pads = {2, 0};
  EXPECT_FALSE(window->IsSound());
  window->pads = {0, 0};
  window->kernel = {7};
  EXPECT_FALSE(window->IsSound());
}

TEST(Window, DilatedPoolingNeedsANewOpset) {
  const Model model =
      CaseOf("model opset=9 graph (x: float32[1,1,6]) -> (y) { y = MaxPool<kernel_shape=[2]>(x) }")
          .model;
  Node node = model.graph.node(0);
  Window window = *ReadWindow(model.graph, node);
  EXPECT_TRUE(WriteWindow(model, window, node));
  window.dilations = {2};
  EXPECT_FALSE(WriteWindow(model, window, node));
}

TEST(Window, DropsCeilModeWhereItIsAmbiguous) {
  const Model model = CaseOf(
                          "graph (x: float32[1,1,6]) -> (y) { y = MaxPool<kernel_shape=[3], "
                          "strides=[2], ceil_mode=1>(x) }")
                          .model;
  Node node = model.graph.node(0);
  Window window = *ReadWindow(model.graph, node);
  window.kernel = {1};  // the last window would begin behind the input
  EXPECT_TRUE(WriteWindow(model, window, node));
  EXPECT_FALSE(node.attrs.Has("ceil_mode"));
}

TEST(Window, NeedsConstantWeights) {
  EXPECT_FALSE(
      Read("graph (x: float32[1,2,7], w: float32[3,2,3]) -> (y) { y = Conv(x, w) }").has_value());
}

}  // namespace
}  // namespace assay::mutate::developer_tests
