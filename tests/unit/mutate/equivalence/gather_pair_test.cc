#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(GatherAll, ListsEveryIndex) {
  const Model m = Apply("gather-all", "graph (x: float32[4]) -> (y) { y = Relu(x) }");
  auto indices = IntsOf(m, Last(m, "Gather"), 1);
  for (int64_t& i : indices) i += i < 0 ? 4 : 0;
  EXPECT_EQ(indices, (std::vector<int64_t>{0, 1, 2, 3}));
}

TEST(GatherPermutePair, TheSecondUndoesTheFirst) {
  const Model m = Apply("gather-permute-pair", "graph (x: float32[5]) -> (y) { y = Relu(x) }", 2);
  const Node& back = Last(m, "Gather");
  const Node& there =
      m.graph.node(static_cast<size_t>(m.graph.Producers()[static_cast<size_t>(back.inputs[0])]));
  auto p = IntsOf(m, there, 1), q = IntsOf(m, back, 1);
  for (size_t i = 0; i < 5; ++i) {
    const auto at = static_cast<size_t>(q[i] + (q[i] < 0 ? 5 : 0));
    EXPECT_EQ(p[at] + (p[at] < 0 ? 5 : 0), static_cast<int64_t>(i));
  }
}

TEST(GatherAll, CountsFromTheEndOnlyFromOpset11) {
  const std::string_view text = "model opset=10 graph (x: float32[4]) -> (y) { y = Relu(x) }";
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Model m = Apply("gather-all", text, seed);
    EXPECT_EQ(IntsOf(m, Last(m, "Gather"), 1), (std::vector<int64_t>{0, 1, 2, 3}));
  }
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
