#include "study/paper.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "study/settings.h"

namespace assay::study {
namespace {

TEST(Paper, TheFileOfTheProjectIsWhole) {
  const auto paper = Paper::Load();
  ASSERT_TRUE(paper.ok()) << paper.error().message;
  for (const std::string_view name : kOperators) {
    ASSERT_TRUE(paper->operators.contains(std::string(name))) << name;
    EXPECT_EQ(paper->operators.at(std::string(name)).inconsistency.size(), paper->pairs.size());
  }
  EXPECT_TRUE(paper->operators.contains(std::string(kGroup)));
  for (const std::string& method : QuickSettings().methods)
    EXPECT_TRUE(method == "assay" || paper->methods.contains(method)) << method;
}

TEST(Paper, WhatIsMissingIsNamed) {
  const auto paper = Paper::Parse("[operators]\nLA = { seconds = 1 }\n", "p.toml");
  ASSERT_FALSE(paper.ok());
  EXPECT_THAT(paper.error().message, testing::HasSubstr("p.toml: illegal_percent is missing"));
}

TEST(Paper, ABrokenFileGivesItsLine) {
  const auto paper = Paper::Parse("a = 1\nb =\n", "p.toml");
  ASSERT_FALSE(paper.ok());
  EXPECT_THAT(paper.error().message, testing::HasSubstr("p.toml:2"));
}

}  // namespace
}  // namespace assay::study
