#include "apply.h"

namespace assay::mutate::equivalence_tests::neutral_test {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

constexpr std::string_view kRelu = "graph (x: float32[2,3]) -> (y) { y = Relu(x) }";

TEST(Neutral, OneOperationEach) {
  EXPECT_THAT(OpsAfter("add-zero", kRelu), AnyOf("Add Relu", "Relu Add", "Sub Relu", "Relu Sub"));
  EXPECT_THAT(OpsAfter("mul-one", kRelu), AnyOf("Mul Relu", "Relu Mul"));
  EXPECT_THAT(OpsAfter("div-one", kRelu), AnyOf("Div Relu", "Relu Div"));
  EXPECT_THAT(OpsAfter("pow-one", kRelu), AnyOf("Pow Relu", "Relu Pow"));
  EXPECT_THAT(OpsAfter("extreme-self", kRelu),
              AnyOf("Max Relu", "Relu Max", "Min Relu", "Relu Min"));
  EXPECT_THAT(OpsAfter("clip-infinite", kRelu), AnyOf("Clip Relu", "Relu Clip"));
}

TEST(Neutral, PromiseNoBits) {
  for (const char* name :
       {"add-zero", "mul-one", "div-one", "pow-one", "extreme-self", "clip-infinite"})
    EXPECT_EQ(FindMutator(name)->promise, Promise::kClose) << name;
}

TEST(Neutral, OldClipCutsInfinitiesAndIsLeftOut) {
  EXPECT_EQ(
      SiteCount("clip-infinite", "model opset=10 graph (x: float32[2]) -> (y) { y = Relu(x) }"),
      0u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests::neutral_test
