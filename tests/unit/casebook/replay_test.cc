// Real programs in the sandbox, in an environment that imports nothing before.
#include "casebook/replay.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "casebook/records.h"
#include "casebook/reduce.h"
#include "casebook/standalone.h"

namespace assay::casebook {
namespace {

constexpr const char* kEnvironment = "onnxruntime";

ProgramFinding Failing() {
  ProgramFinding out;
  out.pipeline = "judge";
  out.framework = "onnxruntime";
  out.environment = kEnvironment;
  out.kind = "disagreement";
  out.oracle = "default";
  out.title = "it is not so";
  out.program = "spare = 1\nx = [1, 2, 3]\ny = x[7]\n";
  out.claim_line = 3;
  out.seen = {"exception", "IndexError", "list index out of range", 0, true};
  return out;
}

class ReplayTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto lab = program::ProgramLab::Open({kEnvironment, false, true});
    if (!lab.ok()) GTEST_SKIP() << lab.error().message;
  }
};

TEST_F(ReplayTest, ShowsEveryTime) {
  const auto replayed = Replay(Failing(), {.environment = "", .runs = 2});
  ASSERT_TRUE(replayed.ok()) << replayed.error().message;
  EXPECT_EQ(replayed->shown, 2);
  EXPECT_TRUE(replayed->reliable());
}

TEST_F(ReplayTest, AnotherFailureIsNotIt) {
  ProgramFinding finding = Failing();
  finding.program = "x = [1, 2, 3]\n\ny = x['a']\n";
  auto replayed = Replay(finding, {.environment = "", .runs = 1});
  EXPECT_EQ(replayed->shown, 0);
  EXPECT_NE(replayed->other.find("TypeError"), std::string::npos);
  EXPECT_TRUE(replayed->ran);
  // The same one, but before the claim: the program never got as far.
  finding.program = "x = [1]\ny = x[7]\nz = 1\n";
  replayed = Replay(finding, {.environment = "", .runs = 1});
  EXPECT_EQ(replayed->shown, 0);
  EXPECT_FALSE(replayed->ran);
}

TEST_F(ReplayTest, OtherProgramsMustBehave) {
  ProgramFinding finding = Failing();
  finding.others = {{kEnvironment, "x = 1\n", "valid"}};
  EXPECT_EQ(Replay(finding, {.environment = "", .runs = 1})->shown, 1);
  finding.others[0].text = "raise ValueError()\n";
  EXPECT_EQ(Replay(finding, {.environment = "", .runs = 1})->shown, 0);
}

TEST_F(ReplayTest, ReducedInTheLab) {
  ProgramFinding finding = Failing();

  const auto reduced = ReduceFinding(finding, {});
  ASSERT_TRUE(reduced.ok()) << reduced.error().message;
  EXPECT_EQ(reduced->cut.text.find("spare"), std::string::npos);
  EXPECT_NE(reduced->cut.text.find("y = x["), std::string::npos);
}

TEST_F(ReplayTest, StandaloneFileIsRun) {
  const auto fact = MakeStandalone(Failing());
  ASSERT_TRUE(fact.ok()) << fact.error().message;
  EXPECT_TRUE(fact->at("shows").get<bool>()) << fact->dump(1);
  EXPECT_EQ(fact->at("exit"), 1);
}

// A program that is silent on another machine than the one that showed it proves nothing.
TEST(KeepReplay, BelongsToTheMachine) {
  const std::string path = testing::TempDir() + "/keep_replay_test.db";
  std::filesystem::remove(path);
  auto store = store::Store::Open(path);
  ASSERT_TRUE(store.ok()) << store.error().message;
  store::FindingRow row = RowOf(Failing(), true);
  store::CampaignStep step;
  step.machine = {"x86_64", "Some CPU @ 2GHz"};
  step.findings = {row};
  ASSERT_TRUE(store->Commit(step).ok());
  const Replayed silent{.runs = 3, .shown = 0, .other = "valid", .ran = true};
  ASSERT_TRUE(KeepReplay(silent, *store, row, {"aarch64", "ARM Neoverse-N1"}).ok());
  EXPECT_EQ(store->Finding(row.id)->state, "confirmed");
  EXPECT_EQ(store->History(row.id)->at(0).event, "not shown on aarch64 (seen on x86_64)");
  ASSERT_TRUE(KeepReplay(silent, *store, row, step.machine).ok());
  EXPECT_EQ(store->Finding(row.id)->state, "flaky");
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path + suffix);
}

}  // namespace
}  // namespace assay::casebook
