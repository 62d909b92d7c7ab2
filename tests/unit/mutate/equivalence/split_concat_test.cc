#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(SplitConcat, NeedsAnAxisOfTwo) {
  EXPECT_EQ(SiteCount("split-concat", "graph (x: float32[1,n]) -> (y) { y = Relu(x) }"), 0u);
  EXPECT_EQ(SiteCount("split-concat", "graph (x: float32[1,2]) -> (y) { y = Relu(x) }"), 2u);
}

TEST(SplitConcat, PartsMakeUpTheAxis) {
  const Model m = Apply("split-concat", "graph (x: float32[1,5]) -> (y) { y = Relu(x) }");
  int64_t sum = 0;
  for (const int64_t part : IntsOf(m, Last(m, "Split"), 1)) sum += part;
  EXPECT_EQ(sum, 5);
  EXPECT_EQ(Last(m, "Concat").inputs.size(), Last(m, "Split").outputs.size());
}

TEST(SliceConcat, UsesAttributesBeforeOpset10) {
  const std::string_view text = "model opset=9 graph (x: float32[4]) -> (y) { y = Relu(x) }";
  const Model m = Apply("slice-concat", text);
  EXPECT_THAT(Ops(m), HasSubstr("Slice Slice Concat"));
  EXPECT_TRUE(Last(m, "Slice").attrs.Has("starts"));
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
