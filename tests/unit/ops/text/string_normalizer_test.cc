#include "tests/unit/ops/op_test.h"

namespace assay::ops {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> Normalized(Attrs attrs, const Known& x) {
  const auto y = RunOp("StringNormalizer", std::move(attrs), {x});
  EXPECT_TRUE(y.ok()) << MessageOf(y);
  std::vector<std::string> out;
  for (int64_t i = 0; y.ok() && i < (*y)[0].tensor.count(); ++i)
    out.push_back((*y)[0].tensor.string(i));
  return out;
}
const std::vector<std::string> kStop = {"monday"};

TEST(StringNormalizer, StopWordsWithAndWithoutCase) {
  const Known x = Strings({3}, {"Monday", "monday", "Friday"});
  EXPECT_THAT(Normalized({{"stopwords", kStop}, {"is_case_sensitive", int64_t{1}}}, x),
              ElementsAre("Monday", "Friday"));
  EXPECT_THAT(Normalized({{"stopwords", kStop}, {"case_change_action", std::string("UPPER")}}, x),
              ElementsAre("FRIDAY"));
}
TEST(StringNormalizer, NothingLeftIsOneEmptyString) {
  EXPECT_THAT(Normalized({{"stopwords", kStop}}, Strings({1, 1}, {"monday"})), ElementsAre(""));
}
TEST(StringNormalizer, LettersOutsideAscii) {
  EXPECT_THAT(Normalized({{"case_change_action", std::string("UPPER")}},
                         Strings({1}, {"\xc3\xa9\x74\xc3\xa9"})),
              ElementsAre("\xc3\x89T\xc3\x89"));
  EXPECT_TRUE(
      IsUndetermined(RunOp("StringNormalizer", {{"case_change_action", std::string("UPPER")}},
                           {Strings({1}, {"stra\xc3\x9f"
                                          "e"})})));
}
TEST(StringNormalizer, RefusesOtherShapes) {
  EXPECT_THAT(MessageOf(RunOp("StringNormalizer", {}, {Strings({2, 1}, {"a", "b"})})),
              HasSubstr("must be [C] or [1,C]"));
}

}  // namespace
}  // namespace assay::ops
