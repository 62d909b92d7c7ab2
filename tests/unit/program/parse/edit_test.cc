#include "program/parse/edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::program {
namespace {

std::string Key(const std::string& text) { return DedupKey(SyntaxTree::Parse(text)); }

TEST(Edit, SpansAreReplaced) {
  EXPECT_EQ(*ApplyEdits("abcdef", {{{4, 5}, "X"}, {{0, 1}, ""}, {{2, 2}, "--"}}), "b--cdXf");
  EXPECT_FALSE(ApplyEdits("abc", {{{0, 2}, ""}, {{1, 3}, ""}}).ok());
  EXPECT_FALSE(ApplyEdits("abc", {{{2, 9}, ""}}).ok());
}

TEST(Edit, LiteralsInOrder) {
  const std::vector<Literal> found =
      Literals(SyntaxTree::Parse("'doc'\nf(1, 2.5, 'a', None, x=True)\n"));
  std::vector<std::string> texts;
  for (const Literal& literal : found) texts.push_back(literal.text);
  EXPECT_THAT(texts, testing::ElementsAre("1", "2.5", "'a'", "None", "True"));
  EXPECT_EQ(found[1].kind, Literal::Kind::kFloat);
  EXPECT_EQ(found[0].line, 2);
}

TEST(Edit, KeysIgnoreNamesAndComments) {
  EXPECT_EQ(Key("x = 1\nprint(x + 2)\n"), Key("# hello\nyy = 1   # one\nprint(yy+2)\n"));
  EXPECT_EQ(Key("def f(a):\n    'text'\n    return a\n"), Key("def g(b):\n  return b\n"));
  EXPECT_NE(Key("x = 1\ny = 2\nprint(x)\n"), Key("x = 1\ny = 2\nprint(y)\n"));
  EXPECT_NE(Key("x = 1 + 2"), Key("x = 1 - 2"));
  EXPECT_NE(Key("import torch\ntorch.ones(2)"), Key("import torch\ntorch.zeros(2)"));
  EXPECT_NE(Key("f(a=1)"), Key("f(b=1)"));
  EXPECT_NE(Key("x = 'a'"), Key("x = 'b'"));
  EXPECT_NE(Key("if a:\n  b()\n  c()\n"), Key("if a:\n  b()\nc()\n"));
}

}  // namespace
}  // namespace assay::program
