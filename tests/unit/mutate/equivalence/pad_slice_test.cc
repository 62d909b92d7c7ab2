#include "apply.h"

namespace assay::mutate::equivalence_tests {
namespace {

using testing::AnyOf;
using testing::HasSubstr;

TEST(PadSlice, CutsOffWhatItPadded) {
  const Model m = Apply("pad-slice", "graph (x: float32[4]) -> (y) { y = Relu(x) }", 3);
  EXPECT_THAT(Ops(m), HasSubstr("Pad Slice"));
  const auto pads = IntsOf(m, Last(m, "Pad"), 1);
  EXPECT_EQ(IntsOf(m, Last(m, "Slice"), 1), std::vector<int64_t>{pads[0]});
  EXPECT_EQ(IntsOf(m, Last(m, "Slice"), 2)[0], pads[1] == 0 ? INT64_MAX : -pads[1]);
}

TEST(PadSlice, LeavesScalarsAndOddTypesAlone) {
  EXPECT_EQ(SiteCount("pad-slice", "graph (x: float32[]) -> (y) { y = Relu(x) }"), 0u);
  EXPECT_EQ(SiteCount("pad-slice", "graph (x: bool[3]) -> (y) { y = Not(x) }"), 0u);
}

}  // namespace
}  // namespace assay::mutate::equivalence_tests
