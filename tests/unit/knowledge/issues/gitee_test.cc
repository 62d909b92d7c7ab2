// What differs between Gitee's protocol and GitHub's.
#include "knowledge/issues/gitee.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/strings.h"

namespace assay::knowledge {
namespace {

TEST(Gitee, NumbersAreWords) {
  for (const char* word : {"I65G7B", "I50000", "IBCDE", "IAZZZ9"})
    EXPECT_EQ(IssueNumberText(NumberOfWord(word)), word);
  EXPECT_EQ(NumberOfWord("65G7B"), 0);
  EXPECT_EQ(NumberOfWord("I-5G7B"), 0);
  EXPECT_EQ(NumberOfWord("Issue"), 0);  // lower case is no digit of theirs
  EXPECT_EQ(IssueNumberText(120903), "120903");
  EXPECT_EQ(NumberOf(nlohmann::json{{"number", "I65G7B"}}, "number"), NumberOfWord("I65G7B"));
}

TEST(Gitee, TimesBecomeUtc) {
  EXPECT_EQ(InUtc("2022-11-11T11:42:33+08:00"), "2022-11-11T03:42:33Z");
  EXPECT_EQ(InUtc("2022-01-01T01:00:00+08:00"), "2021-12-31T17:00:00Z");
  EXPECT_EQ(InUtc("2024-02-28T23:30:00.123-01:30"), "2024-02-29T01:00:00Z");
  for (const char* other : {"", "2022-11-11T03:42:33Z", "yesterday", "2022-13-41T00:00:00+08:00"})
    EXPECT_EQ(InUtc(other), other);
}

TEST(Gitee, StatesAndPrioritiesAreTranslated) {
  const auto read = [](int priority, const char* state) {
    const nlohmann::json entry = {{"number", "I65G7B"},
                                  {"title", "a"},
                                  {"state", state},
                                  {"priority", priority},
                                  {"labels", {{{"name", "kind/bug"}}}},
                                  {"repository_url", "https://tracker/api/v5/enterprises/mind"},
                                  {"repository", {{"full_name", "mindspore/mindspore"}}}};
    return *IssueFromJson(FromGitee(entry), "test");
  };
  const Issue serious = read(4, "rejected");
  EXPECT_EQ(serious.id(), "mindspore/mindspore#I65G7B");
  EXPECT_EQ(serious.state, "closed");
  EXPECT_EQ(serious.reason, "not_planned");
  EXPECT_THAT(serious.labels, testing::ElementsAre("kind/bug", "priority/serious"));
  EXPECT_EQ(read(0, "progressing").state, "open");
  EXPECT_THAT(read(0, "open").labels, testing::ElementsAre("kind/bug"));
  EXPECT_EQ(ToJson(serious)["number"], "I65G7B");
  EXPECT_EQ(IssueFromJson(ToJson(serious), "again")->number, serious.number);
}

TEST(Gitee, PagesAreCounted) {
  std::vector<std::string> asked;
  GitHubOptions options = DefaultGiteeOptions();
  options.base = "http://tracker";
  options.fetch = [&](const HttpRequest& request) -> Result<HttpReply> {
    asked.push_back(request.url);
    return HttpReply{200, {{"total_page", "3"}}, "[1]"};
  };
  GitHub gitee(options);
  const auto list = gitee.List("/repos/a/b/issues?per_page=100&page=1&state=all");
  ASSERT_TRUE(list.ok());
  EXPECT_EQ(list->size(), 3u);
  EXPECT_EQ(asked[2], "http://tracker/repos/a/b/issues?per_page=100&page=3&state=all");
  asked.clear();
  EXPECT_EQ(gitee.List("/x")->size(), 3u);  // a path without a page begins with the first
  EXPECT_EQ(asked[1], "http://tracker/x?page=2");
}

}  // namespace
}  // namespace assay::knowledge
