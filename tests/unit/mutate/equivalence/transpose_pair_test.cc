#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::HasSubstr;

TEST(TransposePair, TheSecondUndoesTheFirst) {
  const Model m = Apply("transpose-pair", "graph (x: float32[2,3,4]) -> (y) { y = Relu(x) }", 1);
  ASSERT_THAT(Ops(m), HasSubstr("Transpose Transpose"));
  const Node& back = Last(m, "Transpose");
  const auto q = *back.attrs.Get<std::vector<int64_t>>("perm");
  const auto producers = m.graph.Producers();
  const Node& there =
      m.graph.node(static_cast<size_t>(producers[static_cast<size_t>(back.inputs[0])]));
  const auto p = *there.attrs.Get<std::vector<int64_t>>("perm");
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(p[static_cast<size_t>(q[i])], static_cast<int64_t>(i));
}

TEST(TransposePair, NeedsTwoAxes) {
  EXPECT_EQ(SiteCount("transpose-pair", "graph (x: float32[3]) -> (y) { y = Relu(x) }"), 0u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
