#include "reduce/acts_as.h"

#include "tests/unit/triage/planted.h"

namespace assay::reduce::acts_as_test {
namespace {

using ActsAsTest = triage::Planted;

std::string Of(const std::string& fault, const std::string& text) {
  lab::Lab lab;
  return ActsAs(triage::CaseOf(text), triage::Probe(triage::PlantedTarget(fault), lab));
}

TEST_F(ActsAsTest, NodesThatAreTakenAway) {
  EXPECT_EQ(Of("transposes-cancelled", R"(graph (x: float32[2,3,4]) -> (y) {
  s: int64[1] = [24]
  a = Transpose<perm=[2,0,1]>(x)
  y = Reshape(a, s)
})"),
            "without Transpose beside layout");
  EXPECT_EQ(Of("transposes-cancelled", R"(graph (x: float32[2,3,4]) -> (y) {
  a = Transpose<perm=[2,0,1]>(x)
  y = Transpose<perm=[0,2,1]>(a)
})"),
            "without Transpose beside layout")
      << "both of them";
  EXPECT_EQ(Of("neg-absorbed", R"(graph (x: float32[3], b: float32[3]) -> (y) {
  a = Neg(x)
  y = Add(a, b)
})"),
            "without Neg beside elementwise");
}

TEST_F(ActsAsTest, NodesThatAreTakenForTheSame) {
  EXPECT_EQ(Of("cse-ignores-attributes", R"(graph (x: float32[2,3]) -> (a, b) {
  a = Hardmax<axis=0>(x)
  b = Hardmax<axis=1>(x)
})"),
            "one for two that differ in attributes");
}

TEST_F(ActsAsTest, NothingWhereNoOtherModelExplainsIt) {
  EXPECT_EQ(Of("hard-swish-slope", R"(graph (x: float32[3]) -> (y) {
  a = Neg(x)
  y = HardSwish(a)
})"),
            "");
  EXPECT_EQ(Of("hard-swish-slope", "graph (x: float32[3]) -> (y) { y = HardSwish(x) }"), "");
}

}  // namespace
}  // namespace assay::reduce::acts_as_test
