// The protocol of mining on a tracker in memory: paging, limits, failures, being killed.
#include "knowledge/issues/github.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/strings.h"
#include "knowledge/issues/attached.h"
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

TEST(GitHub, CommasInAddressesOfPages) {
  Fake fake;
  fake.answer = [](int n, const HttpRequest&) {
    return n == 1 ? Json("[1]", {{"link",
                                  "<http://tracker/x?labels=a,b&page=1>; rel=\"prev\", "
                                  "<http://tracker/x?labels=a,b&page=3>; rel=\"next\""}})
                  : Json("[2]");
  };
  GitHub github(fake.Options());
  ASSERT_TRUE(github.List("/x").ok());
  EXPECT_EQ(fake.asked[1], "http://tracker/x?labels=a,b&page=3");
}

TEST(GitHub, FollowsARenamedRepositoryButNoOtherHost) {
  Fake fake;
  fake.answer = [](int n, const HttpRequest& request) {
    EXPECT_EQ(request.redirects, 0);  // the token would travel with them
    return n == 1 ? HttpReply{301, {{"location", "http://tracker/repositories/7/issues"}}, "{}"}
                  : Json("[1]");
  };
  GitHub github(fake.Options());
  EXPECT_TRUE(github.List("/repos/old/name/issues").ok());
  EXPECT_EQ(fake.asked[1], "http://tracker/repositories/7/issues");

  Fake thief;
  thief.answer = [](int, const HttpRequest&) {
    return HttpReply{302, {{"location", "http://elsewhere/x"}}, "{}"};
  };
  GitHub other(thief.Options());
  EXPECT_FALSE(other.Get("/x").ok());
  EXPECT_EQ(thief.asked.size(), 1u);
}

TEST(GitHub, SaysWhyASearchFails) {
  Fake fake;
  fake.answer = [](int, const HttpRequest&) {
    return HttpReply{
        422, {}, R"({"message": "Validation Failed", "errors": [{"message": "not there"}]})"};
  };
  GitHub github(fake.Options());
  EXPECT_THAT(github.Get("/search/issues?q=x").error().message, HasSubstr("not there"));
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
  EXPECT_TRUE(SaysFixes("Fixes #5, #7 and #8", "a/b", 7));
  EXPECT_TRUE(SaysFixes("Fix the issue #7", "a/b", 7));
  EXPECT_TRUE(SaysFixes("Fixes [#7](https://github.com/a/b/issues/7)", "a/b", 7));
  EXPECT_FALSE(SaysFixes("Fixes #5. See #7", "a/b", 7));
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

// Lists one entry after the other; everything else is answered by `rest`.
class ListTest : public MineTest {
 protected:
  Result<Mined> Run(const std::string& entries,
                    std::function<HttpReply(const HttpRequest&)> rest = {}) {
    fake_.answer = [=](int, const HttpRequest& request) {
      if (request.url.find("/issues?") != std::string::npos) return Json(entries);
      return rest ? rest(request) : HttpReply{404, {}, "{}"};
    };
    GitHub github(fake_.Options());
    auto store = IssueStore::Open(path_);
    if (request_.repo.empty()) request_.repo = "a/b";
    return Mine(github, *store, request_, [](const std::string&) {});
  }
  Fake fake_;
  MineRequest request_;
};

TEST_F(ListTest, OddEntriesAndDeletedPeople) {
  const auto mined =
      Run(R"([7, {"number": "x"}, {"number": 1, "title": "a", "body": null, "user": null,
    "state": "open", "comments": 0, "created_at": null, "updated_at": 3, "pull_request": null}])");
  ASSERT_TRUE(mined.ok()) << mined.error().message;
  EXPECT_EQ(mined->ids, std::vector<std::string>{"a/b#1"});
}

TEST_F(ListTest, AReportThatIsGoneDoesNotEndTheRun) {
  const auto mined = Run(
      R"([{"number": 1, "title": "a", "state": "open", "comments": 1, "created_at": "2024-01-01T00:00:00Z"},
          {"number": 2, "title": "b", "state": "open", "comments": 0, "created_at": "2024-01-02T00:00:00Z"}])",
      [](const HttpRequest&) {
        return HttpReply{410, {}, R"({"message": "This issue was deleted"})"};
      });
  ASSERT_TRUE(mined.ok()) << mined.error().message;
  EXPECT_EQ(mined->ids, std::vector<std::string>{"a/b#2"});
  ASSERT_EQ(mined->gone.size(), 1u);
  EXPECT_THAT(mined->gone[0], HasSubstr("a/b#1: "));
  EXPECT_THAT(mined->gone[0], HasSubstr("deleted"));
}

TEST_F(ListTest, ACommitThatIsNotThereIsNamedAllTheSame) {
  const auto mined = Run(
      R"([{"number": 1, "title": "a", "state": "closed", "comments": 0, "created_at": "2024-01-01T00:00:00Z"}])",
      [](const HttpRequest& request) {
        return request.url.find("/timeline") != std::string::npos
                   ? Json(R"([{"event": "closed", "commit_id": "abc"}])")
                   : HttpReply{422, {}, R"({"message": "No commit found for SHA: abc"})"};
      });
  ASSERT_TRUE(mined.ok()) << mined.error().message;
  const auto issue = IssueStore::Open(path_)->Get("a/b#1");
  ASSERT_EQ(issue->fixes.size(), 1u);
  EXPECT_EQ(issue->fixes[0].id, "abc");
}

TEST_F(ListTest, OtherProjectsMendTheirOwn) {
  const auto mined = Run(
      R"([{"number": 7, "title": "a", "state": "closed", "comments": 0, "created_at": "2024-01-01T00:00:00Z"}])",
      [](const HttpRequest& request) {
        return request.url.find("/timeline") != std::string::npos
                   ? Json(
                         R"([{"event": "cross-referenced", "source": {"issue": {"number": 9, "title": "t",
                        "body": "Fixes #7", "html_url": "https://github.com/c/d/pull/9",
                        "pull_request": {"merged_at": "2024-01-03T00:00:00Z"}}}}])")
                   : Json("[]");
      });
  ASSERT_TRUE(mined.ok()) << mined.error().message;
  EXPECT_TRUE(IssueStore::Open(path_)->Get("a/b#7")->fixes.empty());
}

TEST_F(ListTest, AGistBehindARateLimitIsFetchedLater) {
  const char* entry =
      R"([{"number": 1, "title": "a", "body": "https://gist.github.com/x/0123456789", "state": "open",
           "comments": 0, "created_at": "2024-01-01T00:00:00Z", "updated_at": "2024-01-01T00:00:00Z"}])";
  const auto limited = [](const HttpRequest&) {
    return HttpReply{429, {{"retry-after", "9999"}}, "{}"};
  };
  EXPECT_FALSE(Run(entry, limited).ok());
  const auto mined = Run(entry, [](const HttpRequest& r) { return Tracker(r.url); });
  ASSERT_TRUE(mined.ok());
  EXPECT_EQ(mined->fetched, 1u);
}

TEST_F(ListTest, TheTrackersOwnName) {
  request_.repo = "Google/JAX";
  const auto mined = Run(
      R"([{"number": 1, "title": "a", "state": "open", "comments": 0, "created_at": "2024-01-01T00:00:00Z",
           "html_url": "https://github.com/jax-ml/jax/issues/1"}])");
  ASSERT_TRUE(mined.ok());
  EXPECT_EQ(mined->repo, "jax-ml/jax");
  EXPECT_EQ(mined->ids, std::vector<std::string>{"jax-ml/jax#1"});
}

TEST_F(ListTest, DatesSpareRequests) {
  request_.filter.since = "2024-02-01";
  request_.filter.until = "2024-02-02";
  fake_.answer = [](int, const HttpRequest&) {
    return Json(R"([{"number": 9, "title": "late", "state": "open", "comments": 0,
                     "created_at": "2024-03-01T00:00:00Z"}])",
                {{"link", "<http://tracker/repos/a/b/issues?page=2>; rel=\"next\""}});
  };
  GitHub github(fake_.Options());
  auto store = IssueStore::Open(path_);
  request_.repo = "a/b";
  ASSERT_TRUE(Mine(github, *store, request_, [](const std::string&) {}).ok());
  EXPECT_EQ(fake_.asked.size(), 1u);  // what is listed after it is later still
  EXPECT_THAT(fake_.asked[0], HasSubstr("&since=2024-02-01"));
}

TEST_F(ListTest, RequestsThatContradictThemselves) {
  request_.filter.labels = {"module: *"};
  EXPECT_THAT(Run("[]").error().message, HasSubstr("whole labels"));
  request_.filter.labels.clear();
  request_.filter.closed_fixed = true;
  request_.filter.state = "open";
  EXPECT_FALSE(Run("[]").ok());
}

// More than a thousand on one day: the next window begins within it.
TEST_F(MineTest, FullWindowsOfASearch) {
  Fake fake;
  fake.answer = [](int, const HttpRequest& request) {
    const bool second = request.url.find("T00%3A16%3A39Z") != std::string::npos;
    std::string items;
    for (int i = second ? 999 : 0; i < (second ? 1200 : 1000); ++i) {
      char created[40];
      std::snprintf(created, sizeof created, "2024-01-01T00:%02d:%02dZ", i / 60, i % 60);
      items += StrCat(items.empty() ? "" : ",", R"({"number": )", i + 1,
                      R"(, "title": "t", "state": "open", "comments": 0, "created_at": ")", created,
                      R"("})");
    }
    return Json("{\"items\": [" + items + "]}");
  };
  GitHub github(fake.Options());
  auto store = IssueStore::Open(path_);
  MineRequest request;
  request.repo = "a/b";
  request.query = "x";
  const auto mined = Mine(github, *store, request, [](const std::string&) {});
  ASSERT_TRUE(mined.ok()) << mined.error().message;
  EXPECT_EQ(mined->listed, 1200u);
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
