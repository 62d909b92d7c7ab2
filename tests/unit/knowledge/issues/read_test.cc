#include "knowledge/issues/read.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/files.h"
#include "knowledge/issues/attached.h"
#include "knowledge/issues/filter.h"
#include "knowledge/issues/issue_store.h"

namespace assay::knowledge {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kApi =
    R"({"number": 3, "title": "t", "body": null, "state": "open", "comments": 2,
 "html_url": "https://github.com/pytorch/pytorch/issues/3", "user": {"login": "u"},
 "labels": [{"name": "bug"}], "created_at": "2024-08-01T00:00:00Z"})";

class TempFolder {
 public:
  TempFolder() : path_(testing::TempDir() + "/assay_issues_" + std::to_string(::getpid())) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  ~TempFolder() { std::filesystem::remove_all(path_); }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(Read, GitHubsForm) {
  const Reading reading = ReadDump(kApi, "f");
  ASSERT_EQ(reading.issues.size(), 1u);
  const Issue& issue = reading.issues[0];
  EXPECT_EQ(issue.id(), "pytorch/pytorch#3");
  EXPECT_EQ(issue.author, "u");
  EXPECT_THAT(issue.labels, ElementsAre("bug"));
  EXPECT_THAT(issue.comments, IsEmpty());
}

TEST(Read, PullRequestsThatMendedIt) {
  const Reading reading = ReadDump(
      R"([{"number": 1, "title": "x", "url": "https://github.com/jax-ml/jax/issues/1", "state": "CLOSED",
           "closedByPullRequestsReferences": [{"number": 8, "url": "u"}]},
          {"number": 2, "title": "y", "url": "https://github.com/jax-ml/jax/issues/2", "state": "CLOSED",
           "closedByPullRequestsReferences": {"nodes": [{"number": 9, "title": "no", "merged": false},
             {"number": 10, "title": "Mend it", "state": "MERGED"},
             {"number": 11, "state": "OPEN"}]}}])",
      "f");
  ASSERT_EQ(reading.issues.size(), 2u);
  ASSERT_EQ(reading.issues[0].fixes.size(), 1u);
  EXPECT_EQ(reading.issues[0].fixes[0].kind, "pull");
  EXPECT_EQ(reading.issues[0].fixes[0].id, "8");
  ASSERT_EQ(reading.issues[1].fixes.size(), 1u) << "one was not merged, one is open";
  EXPECT_EQ(reading.issues[1].fixes[0].title, "Mend it");
}

TEST(Read, ABadEntryIsNamedAndTheOthersStay) {
  const Reading reading = ReadDump(
      "[\n{\"repo\": \"a/b\", \"number\": 1, \"title\": \"x, [y\"},\n{\"number\": 2,\n \"title\": "
      "\"no repo\"},\n"
      "{\"repo\": \"a/b\", \"number\": oops},\n{\"repo\": \"a/b\", \"number\": 4, \"title\": "
      "\"z\"},\n"
      "{\"repo\": \"a/b\", \"number\": 5, \"title\": \"p\", \"pull_request\": {}}\n]\n",
      "dump.json");
  ASSERT_EQ(reading.issues.size(), 2u);
  EXPECT_EQ(reading.issues[1].number, 4);
  EXPECT_EQ(reading.pull_requests, 1u);
  EXPECT_THAT(reading.problems,
              ElementsAre(HasSubstr("dump.json:3: #2"), HasSubstr("dump.json:5: not valid")));
}

TEST(Read, ObjectsWithAListAndLines) {
  EXPECT_EQ(ReadDump(std::string("{\"issues\": [") + kApi + "]}", "f").issues.size(), 1u);
  EXPECT_EQ(
      ReadDump(std::string("{\"total_count\": 1, \"items\": [") + kApi + "]}", "f").issues.size(),
      1u);
  const Reading lines = ReadDump(
      "{\"repo\": \"a/b\", \"number\": 1, \"title\": \"x\"}\n{broken\n{\"repo\": \"a/b\", "
      "\"number\": 2, \"title\": \"y\"}\n",
      "f.jsonl");
  EXPECT_EQ(lines.issues.size(), 2u);
  EXPECT_THAT(lines.problems, ElementsAre("f.jsonl:2: not valid JSON"));
}

TEST(Read, NothingAndNonsense) {
  EXPECT_FALSE(ReadDump("", "f").problems.empty());
  EXPECT_FALSE(ReadDump("hello", "f").problems.empty());
  EXPECT_FALSE(ReadDump("[1, \"a\", null]", "f").problems.empty());
  EXPECT_FALSE(ReadDump("[{", "f").problems.empty());
}

TEST(Read, BugFolders) {
  const TempFolder folder;
  std::filesystem::create_directories(folder / "pytorch/issue_120903");
  std::filesystem::create_directories(folder / "pytorch/issue_5");
  ASSERT_TRUE(WriteFile(folder / "pytorch/issue_120903/test_issue_120903.py",
                        "import torch\ntorch.add(1, 2)\n")
                  .ok());
  ASSERT_TRUE(WriteFile(folder / "pytorch/issue_120903/requirements.txt", "torch==2.2.0\n").ok());
  const auto reading = ReadIssues(folder.path());
  ASSERT_TRUE(reading.ok());
  ASSERT_EQ(reading->issues.size(), 1u);
  EXPECT_EQ(reading->issues[0].id(), "pytorch/pytorch#120903");
  EXPECT_EQ(reading->problems.size(), 1u);
  const Parts parts = SplitIssue(reading->issues[0]);
  ASSERT_NE(parts.program(), nullptr);
  EXPECT_EQ(parts.versions.at("torch"), "2.2.0");
}

TEST(Read, TheCommandLinesForm) {
  const Reading reading = ReadDump(R"([{"number": 5, "title": "t", "body": "b", "state": "CLOSED",
    "stateReason": "NOT_PLANNED", "author": {"login": "u"}, "createdAt": "2024-08-01T00:00:00Z",
    "closedAt": "2024-08-02T00:00:00Z", "url": "https://github.com/pytorch/pytorch/issues/5", "closed": true,
    "labels": [{"name": "bug"}], "comments": [{"author": {"login": "m"}, "authorAssociation": "MEMBER",
    "body": "c", "createdAt": "2024-08-01T01:00:00Z"}]},
    {"number": 6, "title": "p", "url": "https://github.com/pytorch/pytorch/pull/6"},
    {"number": 7, "title": "g", "repository": {"nameWithOwner": "a/b"}, "comments": {"nodes": [{"body": "x"}]}}])",
                                   "gh.json");
  EXPECT_THAT(reading.problems, IsEmpty());
  EXPECT_EQ(reading.pull_requests, 1u);
  ASSERT_EQ(reading.issues.size(), 2u);
  const Issue& issue = reading.issues[0];
  EXPECT_EQ(issue.id(), "pytorch/pytorch#5");
  EXPECT_EQ(issue.state, "closed");
  EXPECT_EQ(issue.reason, "not_planned");
  EXPECT_EQ(issue.author, "u");
  EXPECT_EQ(issue.created, "2024-08-01T00:00:00Z");
  EXPECT_EQ(issue.closed, "2024-08-02T00:00:00Z");
  ASSERT_EQ(issue.comments.size(), 1u);
  EXPECT_TRUE(ByMaintainer(issue.comments[0].association));
  EXPECT_EQ(reading.issues[1].id(), "a/b#7");
  EXPECT_EQ(reading.issues[1].comments.size(), 1u);
}

TEST(Read, MarksDepthAndMissingNames) {
  EXPECT_EQ(ReadDump("\xEF\xBB\xBF[" + std::string(kApi) + "]", "f").issues.size(), 1u);
  const std::string deep = std::string(1000000, '[') + std::string(1000000, ']');
  const Reading reading =
      ReadDump(R"([{"repo": "a/b", "number": 1, "title": "x", "comments": )" + deep + "}]", "f");
  EXPECT_EQ(reading.problems.size(), 1u);
  EXPECT_EQ(ReadDump(R"({"number": 1, "title": "x"})", "f").issues.size(), 0u);
  EXPECT_EQ(ReadDump(R"({"number": 1, "title": "x"})", "f", "a/b").issues.at(0).id(), "a/b#1");
}

// A dump that is older than what was mined takes nothing away; a bug folder adds its program.
TEST(Store, WhatIsKnownIsNotLost) {
  const TempFolder folder;
  auto store = IssueStore::Open(folder / "issues.db");
  Issue mined = ReadDump(kApi, "f").issues[0];
  mined.updated = "2024-09-01T00:00:00Z";
  mined.comments.push_back({"m", "MEMBER", "", "the cause"});
  ASSERT_TRUE(store->Put({mined}, true).ok());
  Issue dump = mined;
  dump.comments.clear();
  dump.updated = "2024-08-01T00:00:00Z";
  ASSERT_TRUE(store->Put({dump}, true).ok());
  EXPECT_EQ(store->Get("#3")->comments.size(), 1u);
  Issue bug;
  bug.repo = mined.repo;
  bug.number = mined.number;
  bug.title = "folder";
  bug.programs = {"import torch\n"};
  ASSERT_TRUE(store->Put({bug}, false).ok());
  EXPECT_EQ(store->Get("#3")->title, "t");
  EXPECT_EQ(store->Get("#3")->programs.size(), 1u);
  EXPECT_TRUE(*store->Has(mined.repo, 3, mined.updated));
  mined.updated = "2024-10-01T00:00:00Z";
  ASSERT_TRUE(store->Put({mined}, true).ok());  // mined again: the program stays
  EXPECT_EQ(store->Get("#3")->programs.size(), 1u);
}

TEST(Store, KeepsReplacesAndFinds) {
  const TempFolder folder;
  auto store = IssueStore::Open(folder / "sub/issues.db");
  ASSERT_TRUE(store.ok()) << store.error().message;
  Issue issue = ReadDump(kApi, "f").issues[0];
  issue.updated = "2024-09-01T00:00:00Z";
  issue.body = "text with \xff";
  ASSERT_TRUE(store->Put({issue}, true).ok());
  EXPECT_TRUE(*store->Has("pytorch/pytorch", 3, "2024-09-01T00:00:00Z"));
  EXPECT_FALSE(*store->Has("pytorch/pytorch", 3, "2024-10-01T00:00:00Z"));
  // What knows less does not replace what knows more and is as new.
  Issue less = issue;
  less.title = "less";
  ASSERT_TRUE(store->Put({less}, false).ok());
  EXPECT_EQ(store->Get("#3")->title, "t");
  Issue judged = issue;
  Judged verdict{"mirror", "formats", "text with", "m"};
  judged.judged.push_back(verdict);
  ASSERT_TRUE(store->Update({judged}).ok());
  EXPECT_EQ(store->Get("#3")->judged.size(), 1u);
  Issue other = issue;
  other.repo = "jax-ml/jax";
  ASSERT_TRUE(store->Update({other}).ok());
  EXPECT_EQ(store->All()->size(), 1u);  // it is not there yet
  ASSERT_TRUE(store->Put({other}, false).ok());
  ASSERT_TRUE(store->Update({other}).ok());
  EXPECT_FALSE(*store->Has("jax-ml/jax", 3, "2024-09-01T00:00:00Z"));
  EXPECT_FALSE(store->Get("3").ok());
  EXPECT_EQ(store->Get("jax-ml/jax#3")->repo, "jax-ml/jax");
  EXPECT_FALSE(store->Get("nonsense").ok());
  EXPECT_EQ(store->All()->size(), 2u);
}

TEST(Filter, DatesLabelsAndVersions) {
  Issue issue = ReadDump(kApi, "f").issues[0];
  issue.body = "PyTorch version: 2.4.1\n";
  const Parts parts = SplitIssue(issue);
  IssueFilter filter;
  filter.since = "2024-07-25";
  filter.until = "2024-12-31";
  filter.labels = {"BUG"};
  filter.release = "2.4";
  ASSERT_TRUE(CheckFilter(filter).ok());
  EXPECT_TRUE(Wanted(filter, issue, parts));
  filter.release = "2.10";
  EXPECT_FALSE(Wanted(filter, issue, parts));
  filter.release = "";
  filter.until = "2024-07-31";
  EXPECT_FALSE(Wanted(filter, issue, parts));
  filter.until = "31.12.2024";
  EXPECT_FALSE(CheckFilter(filter).ok());
  filter.until = "";
  filter.category = "weather";
  EXPECT_THAT(CheckFilter(filter).error().message, HasSubstr("formats"));
}

TEST(Links, GistsAndNotebooks) {
  EXPECT_THAT(
      FindLinks("see https://gist.github.com/me/0123456789abcdef. and (https://colab.research."
                "google.com/drive/1AB-c?usp=sharing) https://gist.github.com/me/0123456789abcdef"),
      ElementsAre("https://gist.github.com/me/0123456789abcdef",
                  "https://colab.research.google.com/drive/1AB-c"));
  const std::string notebook =
      "{\"cells\": [{\"cell_type\": \"markdown\", \"source\": \"x\"}, {\"cell_type\": \"code\", "
      "\"source\": "
      "[\"!pip install torch\\n\", \"import torch\\n\", \"torch.add(1, 2)\"]}]}";
  EXPECT_EQ(*NotebookCode(notebook), "import torch\ntorch.add(1, 2)\n");
  EXPECT_FALSE(NotebookCode("[]").ok());
}

}  // namespace
}  // namespace assay::knowledge
