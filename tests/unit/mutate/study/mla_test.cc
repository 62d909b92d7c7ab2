#include <gmock/gmock.h>

#include "tests/unit/mutate/study/mutated.h"

namespace assay::mutate::study_tests {
namespace {

TEST(MLA, InsertsChainsBehindImages) {
  const auto all = AllOps("MLA", R"(graph (x: float32[1,2,4,4]) -> (y) {
    w: float32[2,2,1,1] = [1, 0, 0, 1]
    y = Conv(x, w)
  })",
                          200);
  EXPECT_THAT(all, testing::UnorderedElementsAre(
                       "Conv Flatten MatMul Add Reshape", "Conv Slice Flatten MatMul Add Reshape",
                       "Conv Resize Flatten MatMul Add Reshape", "Conv Pad Conv",
                       "Conv GlobalMaxPool Flatten MatMul Add Reshape",
                       "Conv GlobalAveragePool Flatten MatMul Add Reshape"));
}

TEST(MLA, InsertsRecurrentLayersBehindSequences) {
  const auto all = AllOps("MLA", R"(graph (x: float32[2,3,4]) -> (y) {
    w: float32[4,4] = fill(0.1)
    y = MatMul(x, w)
  })",
                          200);
  for (const std::string op : {"RNN", "GRU", "LSTM"})
    EXPECT_TRUE(all.contains("MatMul Transpose " + op + " Reshape Transpose")) << op;
}

TEST(MLA, OldOpsetsTileInsteadOfResizing) {
  const auto all = AllOps("MLA", R"(model ir=4 opset=8
    graph (x: float32[1,2,4,4]) -> (y) { w: float32[2,2,1,1] = fill(1)  y = Conv(x, w) })",
                          100);
  EXPECT_TRUE(all.contains("Conv Tile Flatten MatMul Add Reshape"));
}

}  // namespace
}  // namespace assay::mutate::study_tests
