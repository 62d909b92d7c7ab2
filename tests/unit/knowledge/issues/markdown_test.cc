#include "knowledge/issues/markdown.h"

#include <gtest/gtest.h>

namespace assay::knowledge {
namespace {

TEST(Markdown, FencesWithLanguages) {
  const auto parts =
      SplitMarkdown("Before.\n```python\nimport torch\n```\nAfter.\n~~~\nout\n~~~\n");
  ASSERT_EQ(parts.size(), 4u);
  EXPECT_FALSE(parts[0].code);
  EXPECT_TRUE(parts[1].code);
  EXPECT_EQ(parts[1].language, "python");
  EXPECT_EQ(parts[1].text, "import torch\n");
  EXPECT_EQ(parts[1].line, 3);
  EXPECT_EQ(parts[2].text, "After.\n");
  EXPECT_EQ(parts[3].text, "out\n");
}

TEST(Markdown, AFenceWithoutEndAndWindowsLines) {
  const auto parts = SplitMarkdown("a\r\n```py\r\nx = 1\r\ny = 2\r\n");
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[1].text, "x = 1\ny = 2\n");
}

TEST(Markdown, QuotedFencesLoseTheirMargin) {
  const auto parts = SplitMarkdown("> ```python\n> import torch\n> x = 1\n> ```\n");
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].text, "import torch\nx = 1\n");
}

TEST(Markdown, IndentedCodeButNotLists) {
  const auto parts =
      SplitMarkdown("Text\n\n    import jax\n    x = 1\n\n- item\n\n    its second line\n");
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_TRUE(parts[1].code);
  EXPECT_EQ(parts[1].text, "import jax\nx = 1\n\n");
  EXPECT_FALSE(parts[2].code);
}

TEST(Markdown, PreformattedTags) {
  const auto parts =
      SplitMarkdown("see\n<pre><code>import tensorflow as tf\na < b\n</code></pre>\nend\n");
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(parts[1].text, "import tensorflow as tf\na < b\n\n");
}

TEST(Markdown, CommentsOfTheTemplateGo) {
  const auto parts = SplitMarkdown("<!-- write\n```python\nhere\n``` -->\nbody\n```\nx\n```\n");
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[1].text, "x\n");
  EXPECT_EQ(parts[1].line, 7);
}

TEST(Markdown, InlineCodeStaysProse) {
  const auto parts = SplitMarkdown("Call ```torch.add``` twice.\n");
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_FALSE(parts[0].code);
}

TEST(PlainCode, PromptsAndTheirOutput) {
  EXPECT_EQ(PlainCode(">>> import torch\n>>> for i in range(2):\n...     f(i)\n...\ntensor(1)\n"),
            "import torch\nfor i in range(2):\n    f(i)\n\n");
  EXPECT_EQ(PlainCode("In [1]: x = 1\nOut[1]: 1\n"), "x = 1\n");
  EXPECT_EQ(PlainCode("!pip install x\n%time f()\nimport torch\n"), "import torch\n");
}

TEST(Sentences, DotsInNamesDoNotEndThem) {
  const auto sentences = LinesAndSentences("torch.add fails in 2.4. It should not!\n- why?\n");
  ASSERT_EQ(sentences.size(), 3u);
  EXPECT_EQ(sentences[0], "torch.add fails in 2.4.");
  EXPECT_EQ(sentences[2], "why?");
}

}  // namespace
}  // namespace assay::knowledge
