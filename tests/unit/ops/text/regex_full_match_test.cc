#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(RegexFullMatch, MatchesTheWholeString) {
  const auto y = RunOp("RegexFullMatch", {{"pattern", std::string("[a-z]+[0-9]?")}},
                       {Strings({4}, {"abc", "abc1", "abc12", ""})});
  EXPECT_THAT(Values(y), ElementsAre(1, 1, 0, 0));
}
TEST(RegexFullMatch, RefusesABrokenPattern) {
  EXPECT_THAT(
      MessageOf(RunOp("RegexFullMatch", {{"pattern", std::string("(")}}, {Strings({1}, {"a"})})),
      HasSubstr("pattern '('"));
}

}  // namespace
}  // namespace assay::ops
