#include "apply.h"

namespace assay::mutate::developer_tests::change_stride_test {
namespace {

constexpr std::string_view kConv = R"(graph (x: float32[1,4,8,8]) -> (y) {
  w: float32[4,4,3,3] = fill(0.1)
  y = Conv<pads=[1,1,1,1]>(x, w)
})";

TEST(ChangeStride, RepairsOrLeavesTheNewSize) {
  bool repaired = false, left = false;
  for (const ModelCase& mutant : Mutants("change-stride", CaseOf(kConv))) {
    const Node& conv = *FirstOf(mutant.model.graph, "Conv");
    EXPECT_NE(*conv.attrs.Get<std::vector<int64_t>>("strides"), (std::vector<int64_t>{1, 1}));
    (ShapeOfOutput(mutant) == Shape{1, 4, 8, 8} ? repaired : left) = true;
  }
  EXPECT_TRUE(repaired);
  EXPECT_TRUE(left);
}

TEST(ChangeStride, RepairsWhereTheRestWantsTheOldSize) {
  const ModelCase base = CaseOf(R"(graph (x: float32[1,4,8,8]) -> (y) {
    w: float32[4,4,3,3] = fill(0.1)
    c = Conv<pads=[1,1,1,1]>(x, w)
    y = Add(c, x)
  })");
  for (const ModelCase& mutant : Mutants("change-stride", base))
    EXPECT_EQ(ShapeOfOutput(mutant), (Shape{1, 4, 8, 8}));
}

}  // namespace
}  // namespace assay::mutate::developer_tests::change_stride_test
