#include "bugs/run/retest.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace assay::bugs::retest_test {
namespace {

using testing::HasSubstr;

Bug MakeBug(const std::string& mended) {
  return {.library = "jax",
          .id = "1",
          .folder = "/db/jax/issue_1",
          .notes = BugNotes{.fixed_version = mended},
          .requirements = {"jax==0.4.18"}};
}

const std::vector<Installed> kInstalled = {
    {"jax@0.4.1", "0.4.1"}, {"jax@0.4.30", "0.4.30"}, {"jax", "0.10.2"}};

std::vector<std::string> Chosen(const Bug& bug, const std::vector<Installed>& installed,
                                std::string& reason) {
  std::vector<std::string> out;
  for (const Installed& one : OughtToHave(bug, installed, reason)) out.push_back(one.version);
  return out;
}

TEST(Retest, RunsWhereTheBugOughtToBe) {
  std::string reason;
  EXPECT_THAT(Chosen(MakeBug(""), kInstalled, reason), testing::ElementsAre("0.4.30", "0.10.2"));
  EXPECT_THAT(Chosen(MakeBug("0.5.3"), kInstalled, reason), testing::ElementsAre("0.4.30"));
  EXPECT_EQ(reason, "");
}

TEST(Retest, SaysWhyItRunsNowhere) {
  std::string reason;
  EXPECT_THAT(Chosen(MakeBug(""), {}, reason), testing::IsEmpty());
  EXPECT_EQ(reason, "jax is not installed; assay targets add jax");
  EXPECT_THAT(Chosen(MakeBug("0.4.20"), kInstalled, reason), testing::IsEmpty());
  EXPECT_EQ(reason, "stated of 0.4.18, mended in 0.4.20; installed: 0.4.1, 0.4.30, 0.10.2");
}

TEST(Retest, ABrokenFolderIsNamed) {
  Database database;
  Bug bug = MakeBug("");
  EXPECT_EQ(Unsound(database, bug), "");
  bug.notes.reset();
  EXPECT_EQ(Unsound(database, bug), "");  // a stranger's folder needs none
  database.oddities.push_back({"/db/jax/issue_1/bug.toml", 0, "line 2: there is no key 'x'"});
  EXPECT_THAT(Unsound(database, bug), HasSubstr("/db/jax/issue_1/bug.toml: line 2"));
}

TEST(Retest, ASampleIsThatOfItsSeed) {
  std::vector<Bug> bugs(100);
  std::vector<const Bug*> all;
  for (const Bug& bug : bugs) all.push_back(&bug);
  const auto once = SampleOf(all, 30, 3);
  EXPECT_EQ(once.size(), 30U);
  EXPECT_TRUE(std::ranges::is_sorted(once));
  EXPECT_EQ(std::ranges::adjacent_find(once), once.end());
  EXPECT_EQ(SampleOf(all, 30, 3), once);
  EXPECT_NE(SampleOf(all, 30, 4), once);
  EXPECT_EQ(SampleOf(all, 0, 3), all);
  EXPECT_EQ(SampleOf(all, 101, 3), all);
}

TEST(Retest, JsonHasAllFourListsAndReasons) {
  const Bug bug = MakeBug("");
  std::vector<Retested> results(2);
  results[0] = {.bug = &bug, .state = BugState::kThere, .reason = "", .version = "0.10.2"};
  results[1] = {.bug = &bug, .state = BugState::kNotRun, .reason = "elsewhere"};
  const nlohmann::json out = ToJson(results);
  EXPECT_EQ(out["there"][0]["id"], "jax/1");
  EXPECT_EQ(out["not_run"], nlohmann::json::parse(R"([{"id": "jax/1", "reason": "elsewhere"}])"));
  EXPECT_TRUE(out["gone"].is_array() && out["changed"].is_array());
}

}  // namespace
}  // namespace assay::bugs::retest_test
