#include "trial/rules.h"

#include <gtest/gtest.h>

namespace assay::trial::rules_test {
namespace {

knowledge::Parameter Param(const std::string& name, const std::string& type) {
  knowledge::Parameter out;
  out.name = name;
  out.type = type;
  return out;
}

knowledge::ApiDoc Doc(const std::string& name, std::vector<knowledge::Parameter> parameters) {
  knowledge::ApiDoc doc;
  doc.name = name;
  doc.parameters = std::move(parameters);
  return doc;
}

const Dialect& Torch() { return *FindDialect("torch"); }

TEST(Rules, TensorsOfTheFirstScheme) {
  const auto calls = CallsByRule(
      Doc("torch.add", {Param("input", "Tensor"), Param("other", "Tensor")}), Torch(), {}, 10);
  ASSERT_EQ(calls.size(), 10u);
  EXPECT_EQ(calls[0].arguments[1].dtype, "float32");
  EXPECT_EQ(calls[0].arguments[1].dims, (Dims{2, 3}));
}

TEST(Rules, WhatMayBeLeftOutIsLeftOut) {
  knowledge::Parameter optional = Param("alpha", "float");
  optional.default_value = "1";
  const auto calls = CallsByRule(
      Doc("torch.f", {Param("input", "Tensor"), optional, Param("dim", "int")}), Torch(), {}, 3);
  ASSERT_EQ(calls[0].arguments.size(), 2u);
  EXPECT_TRUE(calls[0].arguments[1].keyword);  // it stands behind one that is not passed
}

TEST(Rules, TheBookComesBeforeTheType) {
  CallBook book;
  book.values["index"] = {"torch.tensor([0, 1])"};
  const auto calls = CallsByRule(Doc("torch.f", {Param("index", "Tensor")}), Torch(), book, 3);
  EXPECT_EQ(calls[0].arguments[0].expression, "torch.tensor([0, 1])");
  EXPECT_EQ(calls[1].arguments[0].dtype, "float32");
}

TEST(Rules, WithoutTensorsSchemesDoNotMultiply) {
  const auto calls = CallsByRule(Doc("torch.f", {Param("flag", "bool")}), Torch(), {}, 50);
  EXPECT_EQ(calls.size(), 2u);
}

TEST(Rules, TheSameDocumentGivesTheSameCalls) {
  const auto doc = Doc("torch.nn.Some", {Param("n", "int"), Param("x", "")});
  const auto a = CallsByRule(doc, Torch(), {}, 40), b = CallsByRule(doc, Torch(), {}, 40);
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i)
    EXPECT_EQ(Write(a[i], doc).expression, Write(b[i], doc).expression);
}

}  // namespace
}  // namespace assay::trial::rules_test
