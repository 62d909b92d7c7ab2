#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(ConvBias, BehindAndBack) {
  EXPECT_EQ(OpsAfter("conv-bias-as-add", R"(graph (x: float32[1,2,4,4], b: float32[3]) -> (y) {
    w: float32[3,2,1,1] = fill(0.5)  y = Conv(x, w, b) })"),
            "Conv Reshape Add");
  const Model m = Apply("add-as-conv-bias", R"(graph (x: float32[1,2,4,4]) -> (y) {
    w: float32[3,2,1,1] = fill(0.5)  k: float32[3,1,1] = fill(2)  c = Conv(x, w)  y = Add(k, c) })");
  EXPECT_EQ(Ops(m), "Conv");
  EXPECT_EQ(TypeText(m.graph.type(Last(m, "Conv").inputs[2])), "float32[3]");
}

TEST(AddAsConvBias, NeedsOneNumberPerChannel) {
  for (const char* shape : {"[3]", "[1,1,4,4]", "[1,1,1,1]", "[]", "[2,3,1,1]"})
    EXPECT_EQ(SiteCount("add-as-conv-bias",
                        std::string(R"(graph (x: float32[1,2,4,3]) -> (y) {
      w: float32[3,2,1,1] = fill(0.5)  k: float32)") +
                            (std::string(shape) == "[1,1,4,4]" ? "[1,1,4,3]" : shape) +
                            " = fill(2)  c = Conv(x, w)  y = Add(k, c) }"),
              0u)
        << shape;
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
