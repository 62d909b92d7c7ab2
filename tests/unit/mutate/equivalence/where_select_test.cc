#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(WhereTrue, NeverTakesTheOther) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const Model m = Apply("where-true", "graph (x: float32[2,3]) -> (y) { y = Relu(x) }", seed);
    const Node& where = Last(m, "Where");
    const auto condition = IntsOf(m, where, 0);
    const size_t other = condition[0] != 0 ? 2 : 1;
    for (const int64_t c : condition) EXPECT_EQ(c, condition[0]);
    EXPECT_NE(m.graph.initializer(where.inputs[other]), nullptr);
  }
}

TEST(WhereSame, HasTheTensorTwice) {
  const Model m = Apply("where-same", "graph (x: float32[2,3]) -> (y) { y = Relu(x) }");
  EXPECT_EQ(Last(m, "Where").inputs[1], Last(m, "Where").inputs[2]);
}

TEST(WhereTrue, NeedsOpset9) {
  EXPECT_EQ(SiteCount("where-true", "model opset=8 graph (x: float32[2]) -> (y) { y = Relu(x) }"),
            0u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
