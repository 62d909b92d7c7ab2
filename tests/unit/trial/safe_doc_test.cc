#include "trial/safe_doc.h"

#include <gtest/gtest.h>

namespace assay::trial {
namespace {

knowledge::ApiDoc With(const std::string& name, std::optional<std::string> default_value = {}) {
  knowledge::ApiDoc out;
  out.name = "torch.f";
  knowledge::Parameter parameter;
  parameter.name = name;
  parameter.default_value = std::move(default_value);
  out.parameters.push_back(parameter);
  return out;
}

TEST(SafeDoc, NamesMustBePython) {
  EXPECT_TRUE(CheckNames(With("x_1")).ok());
  for (const char* name : {"x=1) or f(", "x\nimport os", "", "1x", "x y", "x'"})
    EXPECT_FALSE(CheckNames(With(name)).ok()) << name;
  knowledge::ApiDoc doc = With("x");
  doc.name = "torch.f(1)\nimport os\n#";
  const Status named = CheckNames(doc);
  ASSERT_FALSE(named.ok());
  EXPECT_EQ(named.error().message.find('\n'), std::string::npos);
  doc.name = "torch..f";
  EXPECT_FALSE(CheckNames(doc).ok());
}

TEST(SafeDoc, OnlyExpressionsAreDefaults) {
  for (const char* good : {"1", "-0.5", "None", "torch.float32", "(1, 2)", "'a b'"}) {
    knowledge::ApiDoc doc = With("x", good);
    MakeSafe(doc);
    EXPECT_EQ(doc.parameters[0].default_value, good);
  }
  for (const char* bad : {"1\nprint(2)", "1; print(2)", "1  # no", "x = 1", "import os", "'a",
                          "<f>", "1\rprint(2)", "(see below)"}) {
    knowledge::ApiDoc doc = With("x", bad);
    MakeSafe(doc);
    EXPECT_FALSE(doc.parameters[0].default_value.has_value()) << bad;
    EXPECT_TRUE(doc.parameters[0].optional);
  }
}

TEST(SafeDoc, ListedValuesCannotLeaveTheirQuotes) {
  knowledge::ApiDoc doc = With("x");
  doc.parameters[0].constraints = {
      {"enum", "x", "", R"(["plain", "it's", "back\\slash", "two\nlines", 3, null])", ""},
      {"enum", "x", "", "no list", ""},
      {"ignored-if", "x", "", "ignored if y is 'a\\'", ""},
      {"type", "x", "", "int|None", ""}};
  MakeSafe(doc);
  const auto& left = doc.parameters[0].constraints;
  ASSERT_EQ(left.size(), 3u);
  EXPECT_EQ(left[0].normal, R"(["plain",3,null])");
  EXPECT_EQ(left[1].normal, "[]");
  EXPECT_EQ(left[2].kind, "type");
}

}  // namespace
}  // namespace assay::trial
