#include "apply.h"

namespace assay::mutate::equivalence_tests::relu_forms_test {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

constexpr std::string_view kRelu = "graph (x: float32[2]) -> (y) { y = Relu(x) }";

TEST(ReluForms, AreWrittenTheOtherWay) {
  EXPECT_EQ(OpsAfter("relu-as-where", kRelu), "Less Where");
  EXPECT_EQ(OpsAfter("relu-as-max", kRelu), "Max");
  EXPECT_EQ(OpsAfter("relu-as-clip", kRelu), "Clip");
  EXPECT_EQ(OpsAfter("leaky-relu-as-where", "graph (x: float32[2]) -> (y) { y = LeakyRelu(x) }"),
            "Less Mul Where");
}

TEST(ReluForms, SuitOldOpsets) {
  const std::string_view old = "model opset=7 graph (x: float32[2]) -> (y) { y = Relu(x) }";
  EXPECT_TRUE(Last(Apply("relu-as-clip", old), "Clip").attrs.Has("min"));
  EXPECT_EQ(SiteCount("relu-as-where", old), 0u);
  EXPECT_EQ(SiteCount("relu-as-max", old), 0u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests::relu_forms_test
