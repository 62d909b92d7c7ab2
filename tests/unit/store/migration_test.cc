// Files of every older schema are brought up to date, with all that they held.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>

#include "store/database.h"
#include "store/store.h"

namespace assay::store {
namespace {

// Takes today's file back to an older schema. What that one did not have is dropped, so that the
// file is what an older assay wrote.
const char* const kBackTo5 =
    "DROP TABLE seen_on; ALTER TABLE sightings DROP COLUMN machine;"
    "ALTER TABLE sightings DROP COLUMN processor; ALTER TABLE history DROP COLUMN machine;"
    "PRAGMA user_version=5;";
const char* const kBackTo4 =
    "DROP INDEX campaigns_lanes; DROP TABLE shared; DROP TABLE agents; DROP TABLE corpus;"
    "DROP TABLE claims; ALTER TABLE campaigns DROP COLUMN pipeline;"
    "ALTER TABLE campaigns DROP COLUMN name; ALTER TABLE campaigns DROP COLUMN lane;"
    "ALTER TABLE campaigns DROP COLUMN agent; ALTER TABLE campaigns DROP COLUMN lease_until;"
    "ALTER TABLE campaigns DROP COLUMN steps; ALTER TABLE campaigns DROP COLUMN cases;"
    "ALTER TABLE campaigns DROP COLUMN counted; ALTER TABLE campaigns DROP COLUMN done;"
    "PRAGMA user_version=4;";
const char* const kBackTo3 =
    "DROP INDEX findings_listed; DROP INDEX findings_by_time; DROP INDEX findings_stale;"
    "DROP TABLE progress; DROP TABLE documents; DROP TABLE marks;"
    "DROP TRIGGER finding_added; DROP TRIGGER finding_changed; DROP TRIGGER finding_gone;"
    "DROP INDEX findings_changed; ALTER TABLE findings DROP COLUMN changed;"
    "ALTER TABLE findings DROP COLUMN producer; ALTER TABLE findings DROP COLUMN framework;"
    "ALTER TABLE findings DROP COLUMN class; ALTER TABLE findings DROP COLUMN severity;"
    "ALTER TABLE findings DROP COLUMN title; ALTER TABLE findings DROP COLUMN label;"
    "ALTER TABLE findings DROP COLUMN known; ALTER TABLE findings DROP COLUMN nodes;"
    "ALTER TABLE findings DROP COLUMN stale; PRAGMA user_version=3;";
const char* const kBackTo2 =
    "DROP TABLE reductions; DROP TABLE facts; DROP TABLE history;"
    "ALTER TABLE findings DROP COLUMN grouping; PRAGMA user_version=2;";
const char* const kBackTo1 =
    "DROP TABLE sightings; DROP TABLE findings; DROP TABLE reports; DROP TABLE campaigns;"
    "PRAGMA user_version=1;";

class MigrationTest : public testing::Test {
 protected:
  void SetUp() override {
    if (std::getenv("ASSAY_TEST_PG") != nullptr) GTEST_SKIP() << "schemas of SQLite";
    TearDown();
  }
  void TearDown() override {
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path_ + suffix);
  }
  void Execute(const char* sql) {
    const auto database = Database::Open(path_);
    ASSERT_TRUE(database.ok());
    const Status done = (*database)->Execute(sql);
    ASSERT_TRUE(done.ok()) << done.error().message;
  }
  // A store with a check, and one finding of each origin.
  void Fill() {
    auto store = Store::Open(path_);
    ASSERT_TRUE(store.ok()) << store.error().message;
    CheckRow check;
    check.model = "a.onnx";
    check.target = "t";
    ASSERT_TRUE(store->Add({check}).ok());
    ASSERT_EQ(*store->AddCampaign("{}"), 1);
    CampaignStep step;
    step.campaign = 1;
    for (const char* id : {"fuzzed", "judged"}) {
      FindingRow row;
      row.id = id;
      row.target = "onnxruntime@1.17:opt=off";
      row.stage = row.id == "judged" ? "judge" : "run";
      row.kind = "wrong";
      row.count = 2;
      step.findings.push_back(row);
    }
    SightingRow sighting;
    sighting.finding = "fuzzed";
    step.sightings = {sighting};
    ASSERT_TRUE(store->Commit(step).ok());
    ASSERT_TRUE(store->AddHistory({.finding = "fuzzed", .event = "confirmed"}).ok());
    FindingRow checked;
    checked.id = "checked";
    checked.target = "jax:jit";
    ASSERT_TRUE(store->AddFindings({checked}, {}).ok());
    ASSERT_TRUE(store->SetFact("judged", "program", "{}").ok());
    ASSERT_TRUE(store->SetFact("fuzzed", "label", R"({"label": "true"})").ok());
    ASSERT_TRUE(store->SetFact("fuzzed", "known", R"({"id": "ort-7"})").ok());
    ASSERT_TRUE(store->SetFact("checked", "label", "no JSON").ok());
  }
  const std::string path_ = testing::TempDir() + "/migration_test.db";
};

TEST_F(MigrationTest, From5SaysOfNothingWhereItWasSeen) {
  Fill();
  Execute(kBackTo5);
  auto store = Store::OpenExisting(path_);
  ASSERT_TRUE(store.ok()) << store.error().message;
  EXPECT_TRUE(store->SeenOn("fuzzed")->empty());
  ASSERT_EQ(store->Sightings("fuzzed")->size(), 1u);
  EXPECT_EQ(store->Sightings("fuzzed")->at(0).machine, Machine());
  ASSERT_EQ(store->History("fuzzed")->size(), 1u);
  EXPECT_EQ(store->History("fuzzed")->at(0).machine, "");
  // What is seen from now on has a machine.
  CampaignStep step;
  step.campaign = 1;
  step.machine = {"aarch64", "ARM Neoverse-N1"};
  FindingRow row;
  row.id = "fuzzed";
  step.findings = {row};
  ASSERT_TRUE(store->Commit(step).ok());
  ASSERT_EQ(store->SeenOn("fuzzed")->size(), 1u);
  EXPECT_EQ(store->SeenOn("fuzzed")->at(0).machine, step.machine);
}

TEST_F(MigrationTest, From3KeepsFindingsAndSaysWhereTheyCameFrom) {
  Fill();
  Execute(kBackTo5);
  Execute(kBackTo4);
  Execute(kBackTo3);
  EXPECT_FALSE(Store::OpenForReading(path_).ok());  // a reader changes nothing
  const auto store = Store::OpenExisting(path_);
  ASSERT_TRUE(store.ok()) << store.error().message;
  const auto fuzzed = store->Finding("fuzzed");
  ASSERT_TRUE(fuzzed.ok());
  EXPECT_EQ(fuzzed->producer, "fuzz");
  EXPECT_EQ(fuzzed->framework, "onnxruntime");
  EXPECT_EQ(fuzzed->label, "true");
  EXPECT_EQ(fuzzed->known, "ort-7");
  EXPECT_EQ(fuzzed->count, 2);
  EXPECT_EQ(store->Finding("judged")->producer, "judge");
  EXPECT_EQ(store->Finding("checked")->producer, "check");
  EXPECT_EQ(store->Finding("checked")->framework, "jax");
  EXPECT_EQ(store->Finding("checked")->label, "");
  EXPECT_EQ(store->StaleFindings(10)->size(), 3u);  // all need a digest
  EXPECT_TRUE(Store::OpenForReading(path_).ok());
}

TEST_F(MigrationTest, From2KeepsFindings) {
  Fill();
  Execute(kBackTo5);
  Execute(kBackTo4);
  Execute(kBackTo3);
  Execute(kBackTo2);
  const auto store = Store::OpenExisting(path_);
  ASSERT_TRUE(store.ok()) << store.error().message;
  EXPECT_EQ(store->Finding("fuzzed")->producer, "fuzz");
  EXPECT_EQ(store->Count({})->total, 3);
}

TEST_F(MigrationTest, From1KeepsChecks) {
  Fill();
  for (const char* step : {kBackTo5, kBackTo4, kBackTo3, kBackTo2, kBackTo1}) Execute(step);
  auto store = Store::OpenExisting(path_);
  ASSERT_TRUE(store.ok()) << store.error().message;
  EXPECT_EQ(*store->CountChecks(), 1);
  EXPECT_EQ(store->Count({})->total, 0);
  EXPECT_TRUE(store->KeepDocument("conformance", "reference", "{}").ok());
}

}  // namespace
}  // namespace assay::store
