#include "bugs/database/text.h"

#include <gmock/gmock.h>

namespace assay::bugs {
namespace {

using testing::ElementsAre;

TEST(Text, SortsNumbersBeforeNames) {
  std::vector<std::string> ids = {"tfsa2022090", "1000", "99", "0100", "abc"};
  std::sort(ids.begin(), ids.end(), IdBefore);
  EXPECT_THAT(ids, ElementsAre("99", "0100", "1000", "abc", "tfsa2022090"));
  EXPECT_TRUE(IdBefore("99999999999999999999999", "100000000000000000000000"));
}

TEST(Text, Trims) {
  EXPECT_EQ(Trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(Trim("  "), "");
}

TEST(Text, SplitsLines) {
  EXPECT_THAT(LinesOf("\xEF\xBB\xBF"
                      "a\r\n\nb"),
              ElementsAre("a", "", "b"));
}

TEST(Text, KnowsWhatATerminalObeys) {
  EXPECT_FALSE(HasControls("Grüße, 微分"));
  for (const char* text : {"a\nb", "\x1b[31m", "\x7f", "\u009b2J"})
    EXPECT_TRUE(HasControls(text)) << WithoutControls(text);
  EXPECT_EQ(WithoutControls("a\x1b[31m\u009b2J\xc2"), "a?[31m?2J\xc2");
  EXPECT_EQ(WithoutControls("a\nb\tc\r", "\n\t"), "a\nb\tc?");
}

}  // namespace
}  // namespace assay::bugs
