#include <gtest/gtest.h>

#include "bugs/tools/tool.h"

namespace assay::bugs {
namespace {

TEST(Placeholders, AreFilled) {
  const Placeholders values = {{{"python", "/e/bin/python"}, {"seconds", "7"}},
                               {{"each-api", {"a", "b"}}, {"each-operator", {}}}};
  const auto words =
      Fill({"{python}", "--api={each-api}", "{seconds}s", "--op={each-operator}"}, values);
  ASSERT_TRUE(words.ok()) << words.error().message;
  EXPECT_EQ(*words, (std::vector<std::string>{"/e/bin/python", "--api=a", "--api=b", "7s"}));
  const auto unknown = Fill({"{moon}"}, values);
  ASSERT_FALSE(unknown.ok());
  EXPECT_NE(unknown.error().message.find("{moon}"), std::string::npos);
}

TEST(Placeholders, WhatIsFilledInIsNotFilledAgain) {
  const Placeholders values = {{{"apis", "{apis}"}, {"seconds", "{moon}"}}, {}};
  const auto words = Fill({"{apis}-{seconds}"}, values);
  ASSERT_TRUE(words.ok()) << words.error().message;
  EXPECT_EQ(*words, std::vector<std::string>{"{apis}-{moon}"});
}

TEST(Placeholders, OtherBracesStay) {
  const std::string script = R"(echo '{"api": "a"}' ${HOME} {} {A} {python)";
  EXPECT_TRUE(CheckPlaceholders({script}, "x.toml").ok());
  const auto words = Fill({script}, {});
  ASSERT_TRUE(words.ok()) << words.error().message;
  EXPECT_EQ(*words, std::vector<std::string>{script});
  EXPECT_FALSE(CheckPlaceholders({"a {moon} b"}, "x.toml").ok());
}

}  // namespace
}  // namespace assay::bugs
