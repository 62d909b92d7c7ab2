// The protocol of mining on a tracker in memory: paging, limits, failures, being killed.
#include "knowledge/issues/github.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/strings.h"
#include "knowledge/issues/fixes.h"
#include "knowledge/issues/mine.h"

namespace assay::knowledge {
namespace {

using ::testing::HasSubstr;

struct Fake {
  std::vector<std::string> asked;
  std::vector<double> slept;
  double clock = 1000;
  // Called with the number of the request.
  std::function<HttpReply(int, const HttpRequest&)> answer;

  GitHubOptions Options(double max_wait = 3600) {
    GitHubOptions options = DefaultGitHubOptions();
    options.base = "http://tracker";
    options.token = "secret-4711";
    options.max_wait_s = max_wait;
    options.fetch = [this](const HttpRequest& request) -> Result<HttpReply> {
      asked.push_back(request.url);
      return answer(static_cast<int>(asked.size()), request);
    };
    options.sleep = [this](double seconds) {
      slept.push_back(seconds);
      clock += seconds;
    };
    options.now = [this] { return clock; };
    return options;
  }
};

HttpReply Json(const std::string& body, HttpHeaders headers = {}) {
  return {200, std::move(headers), body};
}

TEST(GitHub, FollowsPages) {
  Fake fake;
  fake.answer = [](int n, const HttpRequest&) {
    return n == 1 ? Json("[1, 2]", {{"link", "<http://tracker/next?page=2>; rel=\"next\""}})
                  : Json("[3]");
  };
  GitHub github(fake.Options());
  const auto list = github.List("/first");
  ASSERT_TRUE(list.ok());
  EXPECT_EQ(list->size(), 3u);
  EXPECT_EQ(fake.asked[1], "http://tracker/next?page=2");
}

TEST(GitHub, DoesNotFollowPagesToOtherHosts) {
  Fake fake;
  fake.answer = [](int, const HttpRequest&) {
    return Json("[1]", {{"link", "<http://elsewhere/next>; rel=\"next\""}});
  };
  GitHub github(fake.Options());
  EXPECT_FALSE(github.List("/first").ok());
  EXPECT_EQ(fake.asked.size(), 1u);
}

TEST(GitHub, WaitsAsLongAsItIsTold) {
  Fake fake;
  fake.answer = [](int n, const HttpRequest&) {
    if (n == 1) return HttpReply{429, {{"retry-after", "7"}}, "{}"};
    if (n == 2)
      return HttpReply{403, {{"x-ratelimit-remaining", "0"}, {"x-ratelimit-reset", "1107"}}, "{}"};
    if (n == 3) return HttpReply{502, {}, "oops"};
    return Json("{}");
  };
  GitHub github(fake.Options());
  ASSERT_TRUE(github.Get("/x").ok());
  ASSERT_EQ(fake.slept.size(), 3u);
  EXPECT_EQ(fake.slept[0], 7);
  EXPECT_EQ(fake.slept[1], 101);  // 1107 - 1007 and one for the clocks
  EXPECT_GT(fake.slept[2], 0);
}

TEST(GitHub, StopsWhenWaitingTakesTooLong) {
  Fake fake;
  fake.answer = [](int, const HttpRequest&) {
    return HttpReply{429, {{"retry-after", "500"}}, "{}"};
  };
  GitHub github(fake.Options(60));
  const auto page = github.Get("/x");
  ASSERT_FALSE(page.ok());
  EXPECT_THAT(page.error().message, HasSubstr("--max-wait"));
  EXPECT_TRUE(fake.slept.empty());
}

TEST(GitHub, ErrorsSayWhatHelpsAndNeverTheToken) {
  for (const auto& [status, words] : {std::pair<int, std::string>{401, "GITHUB_TOKEN"},
                                      {404, "no such repository"},
                                      {422, "--query"},
                                      {500, "attempts"}}) {
    Fake fake;
    fake.answer = [status = status](int, const HttpRequest&) {
      return HttpReply{status, {}, R"({"message": "no"})"};
    };
    GitHub github(fake.Options());
    const auto page = github.Get("/x?q=y");
    ASSERT_FALSE(page.ok());
    EXPECT_THAT(page.error().message, HasSubstr(words));
    EXPECT_EQ(page.error().message.find("4711"), std::string::npos);
  }
}

TEST(Fixes, WordsThatClose) {
  EXPECT_TRUE(SaysFixes("Fixes #7", "a/b", 7));
  EXPECT_TRUE(SaysFixes("this closes: a/b#7.", "a/b", 7));
  EXPECT_TRUE(SaysFixes("Resolved https://github.com/a/b/issues/7", "a/b", 7));
  EXPECT_FALSE(SaysFixes("Fixes #77", "a/b", 7));
  EXPECT_FALSE(SaysFixes("see #7", "a/b", 7));
  EXPECT_FALSE(SaysFixes("Fixes c/d#7", "a/b", 7));
}

// A tracker with two reports; the second is closed by a pull request that a robot merged.
HttpReply Tracker(const std::string& url) {
  const auto has = [&](const char* part) { return url.find(part) != std::string::npos; };
  if (has("/issues?"))
    return Json(R"([{"number": 1, "title": "a", "body": "", "state": "open", "comments": 0,
                     "created_at": "2024-01-01T00:00:00Z", "updated_at": "2024-01-02T00:00:00Z"},
                    {"number": 2, "title": "b", "body": "https://gist.github.com/x/0123456789", "state": "closed",
                     "state_reason": "completed", "comments": 1,
                     "created_at": "2024-02-01T00:00:00Z", "updated_at": "2024-02-02T00:00:00Z"},
                    {"number": 3, "title": "pr", "pull_request": {}}])");
  if (has("/2/comments"))
    return Json(R"([{"user": {"login": "m"}, "author_association": "MEMBER", "body": "yes"}])");
  if (has("/2/timeline"))
    return Json(
        R"([{"event": "labeled"}, {"event": "cross-referenced", "source": {"issue": {"number": 9, "title": "Mend",
      "body": "Fixes #2", "state": "closed", "labels": [{"name": "Merged"}], "pull_request": {"merged_at": null}}}}])");
  if (has("/pulls/9/commits")) return Json(R"([{"commit": {"message": "Mend it"}}])");
  if (has("/gists/"))
    return Json(R"({"files": {"a.py": {"content": "import torch\ntorch.add(1, 2)\n"}}})");
  return {404, {}, "{}"};
}

class MineTest : public testing::Test {
 protected:
  void SetUp() override {
    path_ = testing::TempDir() + "/assay_mine_" + std::to_string(::getpid()) + ".db";
    std::filesystem::remove(path_);
  }
  void TearDown() override { std::filesystem::remove(path_); }
  std::string path_;
};

TEST_F(MineTest, FetchesAllThatHangsOnAReport) {
  Fake fake;
  fake.answer = [](int, const HttpRequest& request) { return Tracker(request.url); };
  GitHub github(fake.Options());
  auto store = IssueStore::Open(path_);
  MineRequest request;
  request.repo = "a/b";
  const auto mined = Mine(github, *store, request, [](const std::string&) {});
  ASSERT_TRUE(mined.ok()) << mined.error().message;
  EXPECT_EQ(mined->fetched, 2u);
  const auto issue = store->Get("a/b#2");
  ASSERT_TRUE(issue.ok());
  EXPECT_EQ(issue->comments.size(), 1u);
  ASSERT_EQ(issue->fixes.size(), 1u);
  EXPECT_EQ(issue->fixes[0].messages, std::vector<std::string>{"Mend it"});
  EXPECT_TRUE(ClosedAndFixed(*issue));
  ASSERT_EQ(issue->links.size(), 1u);
  EXPECT_NE(SplitIssue(*issue).program(), nullptr);
}

TEST_F(MineTest, GoesOnWhereItStopped) {
  Fake fake;
  fake.answer = [](int n, const HttpRequest& request) {
    return n == 4 ? HttpReply{400, {}, "{}"}
                  : Tracker(request.url);  // dies inside the second report
  };
  auto store = IssueStore::Open(path_);
  MineRequest request;
  request.repo = "a/b";
  {
    GitHub github(fake.Options());
    const auto mined = Mine(github, *store, request, [](const std::string&) {});
    ASSERT_FALSE(mined.ok());
    EXPECT_THAT(mined.error().message, HasSubstr("1 issues fetched now are kept"));
  }
  Fake again;
  again.answer = [](int, const HttpRequest& r) { return Tracker(r.url); };
  GitHub github(again.Options());
  const auto mined = Mine(github, *store, request, [](const std::string&) {});
  ASSERT_TRUE(mined.ok());
  EXPECT_EQ(mined->known, 1u);
  EXPECT_EQ(mined->fetched, 1u);
}

TEST_F(MineTest, ClosedAndFixedOnly) {
  Fake fake;
  fake.answer = [](int, const HttpRequest& request) { return Tracker(request.url); };
  GitHub github(fake.Options());
  auto store = IssueStore::Open(path_);
  MineRequest request;
  request.repo = "a/b";
  request.filter.closed_fixed = true;
  const auto mined = Mine(github, *store, request, [](const std::string&) {});
  ASSERT_TRUE(mined.ok());
  EXPECT_EQ(mined->ids, std::vector<std::string>{"a/b#2"});
  request.repo = "not a repo";
  EXPECT_FALSE(Mine(github, *store, request, [](const std::string&) {}).ok());
}

}  // namespace
}  // namespace assay::knowledge
