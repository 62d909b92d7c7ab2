#include "apply.h"

namespace assay::mutate::equivalence_tests::containers_test {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

constexpr std::string_view kRelu = "graph (x: float32[2,3]) -> (y) { y = Relu(x) }";

TEST(Containers, InAndOut) {
  EXPECT_THAT(OpsAfter("sequence-pair", kRelu), HasSubstr("SequenceConstruct SequenceAt"));
  EXPECT_THAT(OpsAfter("optional-pair", kRelu), HasSubstr("Optional OptionalGetElement"));
}

TEST(Containers, NeedTheirOpsets) {
  EXPECT_EQ(
      SiteCount("sequence-pair", "model opset=10 graph (x: float32[2]) -> (y) { y = Relu(x) }"),
      0u);
  EXPECT_EQ(
      SiteCount("optional-pair", "model opset=14 graph (x: float32[2]) -> (y) { y = Relu(x) }"),
      0u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests::containers_test
