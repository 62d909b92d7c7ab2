#include "knowledge/api/signature.h"

#include <gtest/gtest.h>

namespace assay::knowledge {
namespace {

TEST(Signature, KeywordOnlyDefaultsAndReturn) {
  const auto s = ParseSignature("addmm(input, mat1, mat2, *, beta=1, alpha=1, out=None) -> Tensor");
  ASSERT_TRUE(s.ok());
  EXPECT_EQ(s->name, "addmm");
  EXPECT_EQ(s->returns, "Tensor");
  ASSERT_EQ(s->parameters.size(), 6u);
  EXPECT_FALSE(s->parameters[0].optional);
  EXPECT_EQ(s->parameters[3].name, "beta");
  EXPECT_EQ(s->parameters[3].kind, "keyword-only");
  EXPECT_EQ(s->parameters[3].default_value, "1");
}

TEST(Signature, CommasWithinBracketsAndQuotesDoNotSplit) {
  const auto s = ParseSignature("f(a: Tuple[int, int] = (1, 2), sep=', ', *args, **kwargs)");
  ASSERT_TRUE(s.ok());
  ASSERT_EQ(s->parameters.size(), 4u);
  EXPECT_EQ(s->parameters[0].type, "Tuple[int, int]");
  EXPECT_EQ(s->parameters[0].default_value, "(1, 2)");
  EXPECT_EQ(s->parameters[1].default_value, "', '");
  EXPECT_EQ(s->parameters[2].kind, "var-positional");
  EXPECT_EQ(s->parameters[3].kind, "var-keyword");
}

TEST(Signature, PositionalOnlyAndOptionalBrackets) {
  const auto s = ParseSignature("add(x1, x2, /[, out, where])");
  ASSERT_TRUE(s.ok());
  ASSERT_EQ(s->parameters.size(), 4u);
  EXPECT_EQ(s->parameters[0].kind, "positional-only");
  EXPECT_FALSE(s->parameters[1].optional);
  EXPECT_TRUE(s->parameters[2].optional);
  EXPECT_TRUE(s->parameters[3].optional);
}

TEST(Signature, TypeBeforeTheName) {
  const auto s = ParseSignature("scatter(Tensor self, int dim=0)");
  ASSERT_TRUE(s.ok());
  EXPECT_EQ(s->parameters[1].name, "dim");
  EXPECT_EQ(s->parameters[1].type, "int");
}

TEST(Signature, NoParenthesisIsAnError) {
  EXPECT_FALSE(ParseSignature("Performs a matrix multiplication").ok());
  EXPECT_FALSE(ParseSignature("broken(a, b").ok());
}

TEST(Signature, TextReadsBackAsItself) {
  const std::string text = "f(a, /, b: int, *, c=1, **rest) -> Tensor";
  const auto s = ParseSignature(text);
  ASSERT_TRUE(s.ok());
  EXPECT_EQ(SignatureText("f", s->parameters, s->returns), text);
}

}  // namespace
}  // namespace assay::knowledge
