#include "help/markdown.h"

#include <gtest/gtest.h>

namespace assay::help {
namespace {

using Kind = Node::Kind;

TEST(Markdown, BlocksAndTextBecomeNodes) {
  const Node page = ParseMarkdown("# A `b`\n\none *two*\nthree\n\n- x\n- y\n\n```sh\nz < 1\n```\n");
  ASSERT_EQ(page.inside.size(), 4u);
  EXPECT_EQ(page.inside[0].kind, Kind::kHeading);
  EXPECT_EQ(page.inside[0].text, "a-b");
  EXPECT_EQ(PlainText(page.inside[1]), "one two three");
  EXPECT_EQ(page.inside[2].inside.size(), 2u);
  EXPECT_EQ(page.inside[3].text, "z < 1\n");
  EXPECT_EQ(TitleOf(page), "A b");
}

TEST(Markdown, EqualHeadingsGetAnchorsOfTheirOwn) {
  const Node page = ParseMarkdown("## What is it?\n\n## What is it?\n");
  EXPECT_EQ(page.inside[0].text, "what-is-it");
  EXPECT_EQ(page.inside[1].text, "what-is-it-1");
}

TEST(Markdown, TablesHoldRowsOfCells) {
  const Node page = ParseMarkdown("| a | b |\n| --- | ---: |\n| `x` | 1 |\n");
  ASSERT_EQ(page.inside.size(), 1u);
  const Node& table = page.inside[0];
  ASSERT_EQ(table.inside.size(), 2u);
  EXPECT_EQ(PlainText(table.inside[1].inside[0]), "x");
  EXPECT_EQ(table.inside[0].inside[0].number, 0);
  EXPECT_EQ(table.inside[0].inside[1].number, 1);
}

TEST(Markdown, RawHtmlIsLeftOutButForPictures) {
  const Node page = ParseMarkdown(
      "<!-- note -->\n\na <b>c</b> <!-- d --> e\n\n<script>x</script>\n\n"
      "<picture>\n  <source srcset=\"dark.png\"> <img src=\"light.png\" alt=\"words\">\n"
      "</picture>\n");
  ASSERT_EQ(page.inside.size(), 2u);
  EXPECT_EQ(PlainText(page.inside[0]), "a c  e");
  const Node& image = page.inside[1].inside[0];
  EXPECT_EQ(image.kind, Kind::kImage);
  EXPECT_EQ(image.text, "light.png");
  EXPECT_EQ(image.dark, "dark.png");
  EXPECT_EQ(PlainText(image), "words");
}

TEST(Markdown, SectionsEndAtTheNextHeadingOfTheirLevel) {
  const Node page = ParseMarkdown("# T\n\nlead\n\n## A\n\na\n\n### B\n\nb\n\n## C\n\nc\n");
  EXPECT_EQ(PlainText(SectionOf(page, "a")), "A a B b");
  EXPECT_EQ(PlainText(SectionOf(page, "b")), "B b");
  EXPECT_EQ(PlainText(SectionOf(page, "-")), "T lead");
  EXPECT_EQ(SectionOf(page, "").inside.size(), page.inside.size());
  EXPECT_TRUE(SectionOf(page, "none").inside.empty());
}

}  // namespace
}  // namespace assay::help
