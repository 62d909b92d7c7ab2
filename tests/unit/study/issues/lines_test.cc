#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "study/issues/issue.h"

namespace assay::study {
namespace {

TEST(Lines, AsMiningWritesThem) {
  const auto issues = ReadIssues(
      "{\"repo\": \"mindspore/mindspore\", \"number\": \"I65G7B\", \"title\": \"a\", \"labels\": "
      "[\"kind/bug\"], \"priority\": 4}\n\n"
      "{\"repo\": \"pytorch/pytorch\", \"number\": 7, \"title\": \"b\"}\n",
      "m.jsonl");
  ASSERT_TRUE(issues.ok()) << issues.error().message;
  ASSERT_EQ(issues->size(), 2u);
  EXPECT_EQ((*issues)[0].id, "I65G7B");
  EXPECT_EQ((*issues)[0].project, "mindspore");
  EXPECT_TRUE(IsHighPriority((*issues)[0]));
  EXPECT_EQ((*issues)[1].project, "pytorch");
}

TEST(Lines, OneLineAndABrokenOne) {
  const auto one = ReadIssues("{\"repo\": \"a/b\", \"number\": 7, \"title\": \"b\"}", "m.jsonl");
  ASSERT_TRUE(one.ok());
  EXPECT_EQ(one->size(), 1u);
  const auto cut = ReadIssues("{\"number\": 7, \"title\": \"b\"}\n{\"num", "m.jsonl");
  ASSERT_FALSE(cut.ok());
  EXPECT_THAT(cut.error().message, testing::HasSubstr("m.jsonl:2"));
}

}  // namespace
}  // namespace assay::study
