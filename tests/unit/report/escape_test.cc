#include "report/escape.h"

#include <gtest/gtest.h>

namespace assay::report {
namespace {

TEST(Escape, CleanTextIsUtf8WithoutControlCharacters) {
  EXPECT_EQ(CleanText("a\tb\nc – ü"), "a\tb\nc – ü");
  EXPECT_EQ(CleanText(std::string_view("a\0b\x1b[0m\r\n", 9)), "a\uFFFDb\uFFFD[0m\n");
  EXPECT_EQ(CleanText("\xff\xc3"), "\uFFFD\uFFFD");
  EXPECT_EQ(CleanText("\xed\xa0\x80"), "\uFFFD\uFFFD\uFFFD");  // half of a surrogate pair
  EXPECT_EQ(CleanText("\xc0\xaf"), "\uFFFD\uFFFD");            // '/' in two bytes
}

TEST(Escape, XmlTextHoldsNoMarkup) {
  EXPECT_EQ(XmlText("<b a=\"1\" c='2'>&"), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;");
}

TEST(Escape, MarkdownTextHoldsNoMarkupButCode) {
  EXPECT_EQ(MarkdownText("a*b_c|d <x>\n[l](u)"), "a\\*b\\_c\\|d &lt;x&gt; \\[l\\](u)");
  EXPECT_EQ(MarkdownText("run `a_b <c>` now"), "run `a_b <c>` now");
  EXPECT_EQ(MarkdownText("one ` alone"), "one \\` alone");
}

TEST(Escape, FencesAreLongerThanWhatTheyHold) {
  EXPECT_EQ(MarkdownFence("plain"), "```");
  EXPECT_EQ(MarkdownFence("a ```` b"), "`````");
}

}  // namespace
}  // namespace assay::report
