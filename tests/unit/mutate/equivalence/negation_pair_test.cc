#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(NegationPair, SuitsTheType) {
  EXPECT_THAT(OpsAfter("double-negation", "graph (x: float32[2]) -> (y) { y = Relu(x) }"),
              AnyOf("Neg Neg Relu", "Relu Neg Neg"));
  EXPECT_THAT(OpsAfter("not-not", "graph (x: bool[2]) -> (y) { y = Identity(x) }"),
              AnyOf("Not Not Identity", "Identity Not Not"));
  EXPECT_THAT(OpsAfter("bitwise-not-pair", "graph (x: int64[2]) -> (y) { y = Identity(x) }"),
              HasSubstr("BitwiseNot BitwiseNot"));
}

TEST(NegationPair, LeavesEightBitsAlone) {
  EXPECT_EQ(SiteCount("double-negation", "graph (x: int8[2]) -> (y) { y = Abs(x) }"), 0u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
