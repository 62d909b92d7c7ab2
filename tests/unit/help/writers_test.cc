// One page in all three forms.
#include <gtest/gtest.h>

#include "base/strings.h"
#include "help/html.h"
#include "help/roff.h"
#include "help/terminal.h"

namespace assay::help {
namespace {

std::string Html(std::string_view text) {
  return HtmlOf(ParseMarkdown(text), [](const std::string& link) {
    return link.starts_with("https://") || link.ends_with(".html") ? link : std::string();
  });
}

std::string Terminal(std::string_view text, size_t width = 40, bool colors = false) {
  return TerminalText(ParseMarkdown(text), {.width = width, .colors = colors});
}

TEST(Html, EscapesEverythingThatIsNotMarkup) {
  EXPECT_EQ(Html("a < b & `<script>`"), "<p>a &lt; b &amp; <code>&lt;script&gt;</code></p>\n");
  EXPECT_EQ(Html("```\n<img src=x onerror=\"a\">\n```"),
            "<pre tabindex=\"0\"><code>&lt;img src=x onerror=&quot;a&quot;&gt;\n</code></pre>\n");
  EXPECT_EQ(Html("<img src=x onerror=alert(1)>"), "");
  EXPECT_EQ(Html("&lt;b&gt;"), "<p>&lt;b&gt;</p>\n");
}

TEST(Html, HeadingsHaveAnchors) {
  EXPECT_EQ(Html("## It's `so`"),
            "<h2 id=\"its-so\">It&#39;s <code>so</code> <a class=\"anchor\" href=\"#its-so\" "
            "aria-label=\"Link to It&#39;s so\">#</a></h2>\n");
}

TEST(Html, LinksThatLeadNowhereStayAsWords) {
  EXPECT_EQ(Html("[a](b.html) [c](javascript:alert(1)) [d](https://x.org/?a=1&b=\"2)"),
            "<p><a href=\"b.html\">a</a> c "
            "<a href=\"https://x.org/?a=1&amp;b=&quot;2\">d</a></p>\n");
}

TEST(Html, ListsAndTables) {
  EXPECT_EQ(Html("1. a\n2. b"), "<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n");
  EXPECT_EQ(Html("| a | b |\n| --- | ---: |\n| c | 1 |"),
            "<div class=\"frame\" tabindex=\"0\"><table>\n<thead><tr><th scope=\"col\">a</th>"
            "<th scope=\"col\" class=\"figure\">b</th></tr></thead>\n<tbody><tr><td>c</td>"
            "<td class=\"figure\">1</td></tr>\n</tbody></table></div>\n");
}

TEST(Terminal, WrapsWordsAndKeepsCode) {
  EXPECT_EQ(Terminal("# Title\n\none two three four five six seven eight nine\n\n```\n"
                     "a long line of code that is wider than the terminal\n```\n"),
            "Title\n\none two three four five six seven eight\nnine\n\n"
            "    a long line of code that is wider than the terminal\n");
}

TEST(Terminal, ListsAreIndented) {
  EXPECT_EQ(Terminal("- one two three four five\n  six seven eight nine\n- b\n  - c\n"),
            "- one two three four five six seven\n  eight nine\n- b\n  - c\n");
  EXPECT_EQ(Terminal("9. a\n10. b"), "9. a\n10. b\n");
}

TEST(Terminal, WideColumnsAreWrapped) {
  EXPECT_EQ(Terminal("| a | words |\n| --: | --- |\n| 1 | a cell with many words in it, which is "
                     "wider than what is left |\n"),
            "a  words\n-  -------------------------------------\n1  a cell with many words in it, "
            "which\n   is wider than what is left\n");
}

TEST(Terminal, ColoursTakeNoRoomAndEndWithTheirWord) {
  const std::string plain = Terminal("a `b c` **d**", 40),
                    color = Terminal("a `b c` **d**", 40, true);
  EXPECT_EQ(plain, "a `b c` d\n");
  EXPECT_EQ(color, "a \033[36mb\033[0m \033[36mc\033[0m \033[1md\033[0m\n");
}

TEST(Terminal, AddressesOnTheWebAreShown) {
  EXPECT_EQ(Terminal("[a](https://x.org) [b](other.md)"), "a (https://x.org) b\n");
}

TEST(Roff, NothingIsTakenForARequest) {
  EXPECT_EQ(RoffText(".npz 'x' a\\b --c"), "\\&.npz \\(aqx\\(aq a\\eb \\-\\-c");
  EXPECT_EQ(RoffText("…\xff"), "\\[u2026]\\[uFFFD]");
}

TEST(Roff, TablesBecomeEntries) {
  EXPECT_EQ(RoffOf(ParseMarkdown("| a | b |\n| --- | --- |\n| `x` | the x |\n")),
            ".TP\n\\fBx\\fR\nthe x\n");
  EXPECT_EQ(RoffOf(ParseMarkdown("# T\n\na\n\n- b\n\n```\n.c\n```\n")),
            ".PP\na\n.IP \\(bu 2\nb\n.PP\n.RS\n.nf\n\\&.c\n.fi\n.RE\n");
}

}  // namespace
}  // namespace assay::help
