#include "store/replay.h"

#include <gtest/gtest.h>

#include "store/store.h"
#include "tests/unit/store/place.h"

namespace assay::store {
namespace {

class ReplayTest : public testing::Test {
 protected:
  Lane Enter(const std::string& agent, const std::string& name = "night") {
    SharedRow wanted;
    wanted.name = name;
    AgentRow row;
    row.id = agent;
    return store_.Join(wanted, row).value();
  }
  // Step `number` with one case and one sighting of `finding`.
  static CampaignStep Step(const Lane& lane, const std::string& agent, int64_t number,
                           const std::string& finding) {
    CampaignStep step;
    step.campaign = lane.campaign;
    step.agent = agent;
    step.number = number;
    step.tally = StrCat("{\"seconds\":", number, ".25,\"agent\":\"", agent, "\"}");
    step.cases = step.counted = step.done = number;
    step.reports = {{number - 1, "r"}};
    FindingRow row;
    row.id = finding;
    row.count = 1;
    step.findings = {row};
    SightingRow sighting;
    sighting.finding = finding;
    sighting.case_index = number - 1;
    step.sightings = {sighting};
    return step;
  }
  Replayed Do(const LeftSteps& left) {
    const auto done = Replay(place_.path(), left);
    EXPECT_TRUE(done.ok()) << done.error().message;
    return done.ok() ? *done : Replayed::kUnknown;
  }
  void ExpectAddsUp(int64_t cases) {
    const SharedTotals totals = *store_.ShowTotals("night");
    EXPECT_EQ(totals.cases, cases);
    EXPECT_EQ(totals.duplicates + totals.missing + totals.stuck_leases, 0);
  }
  const Place place_{"replay"};
  Store store_ = Store::Open(place_.path()).value();
};

TEST_F(ReplayTest, WritesWhatADeadAgentLeftAndFreesItsLane) {
  const Lane lane = Enter("a");
  ASSERT_TRUE(store_.Commit(Step(lane, "a", 1, "f")).ok());
  const LeftSteps left = {"night", "a", {Step(lane, "a", 2, "g"), Step(lane, "a", 3, "h")}};
  for (int i = 0; i < 2; ++i) EXPECT_EQ(Do(left), Replayed::kWritten);  // twice changes nothing
  ExpectAddsUp(3);
  EXPECT_EQ(store_.Finding("g")->count, 1);
  EXPECT_EQ(store_.Reports(lane.campaign)->size(), 3u);
  const Lane next = Enter("b");
  EXPECT_EQ(next.campaign, lane.campaign);
  EXPECT_EQ(next.steps, 3);
}

TEST_F(ReplayTest, AStepWhoseAnswerGotLostIsPassedOver) {
  const Lane lane = Enter("a");
  ASSERT_TRUE(store_.Commit(Step(lane, "a", 1, "f")).ok());  // written; a never heard of it
  EXPECT_EQ(Do({"night", "a", {Step(lane, "a", 1, "f"), Step(lane, "a", 2, "f")}}),
            Replayed::kWritten);
  ExpectAddsUp(2);
  EXPECT_EQ(store_.Finding("f")->count, 2);
}

TEST_F(ReplayTest, OnceAnotherHasTheLaneOnlyFindingsAreKept) {
  const Lane lane = Enter("a");
  ASSERT_TRUE(store_.Leave(lane, "a", "").ok());
  ASSERT_EQ(Enter("b").campaign, lane.campaign);
  const LeftSteps left = {"night", "a", {Step(lane, "a", 1, "only-a")}};
  EXPECT_EQ(Do(left), Replayed::kFindings);
  ExpectAddsUp(0);
  ASSERT_TRUE(store_.Commit(Step(lane, "b", 1, "both")).ok());
  for (int i = 0; i < 2; ++i) EXPECT_EQ(Do(left), Replayed::kFindings);
  EXPECT_EQ(store_.Finding("only-a")->count, 1);
  EXPECT_EQ(store_.Sightings("only-a")->size(), 1u);
  ExpectAddsUp(1);
  EXPECT_EQ(store_.ShowTotals("night")->agents, 1);  // b has kept its lane
}

// The number fits, but the step of that number was another's: its cases are counted.
TEST_F(ReplayTest, TheNumberAloneIsNotTrusted) {
  const Lane lane = Enter("a");
  ASSERT_TRUE(store_.Leave(lane, "a", "").ok());
  Enter("b");
  ASSERT_TRUE(store_.Commit(Step(lane, "b", 1, "f")).ok());
  ASSERT_TRUE(store_.Leave(lane, "b", "done").ok());
  EXPECT_EQ(Do({"night", "a", {Step(lane, "a", 1, "f"), Step(lane, "a", 2, "g")}}),
            Replayed::kFindings);
  ExpectAddsUp(1);
  EXPECT_EQ(store_.Finding("f")->count, 1);
  EXPECT_EQ(store_.Finding("g")->count, 1);
}

TEST_F(ReplayTest, StepsOfStrangersAreLeftAlone) {
  const Lane lane = Enter("a"), day = Enter("d", "day");
  EXPECT_EQ(Do({"night", "stranger", {Step(lane, "stranger", 1, "f")}}), Replayed::kUnknown);
  // An agent of one campaign cannot write to a lane of another.
  EXPECT_EQ(Do({"day", "a", {Step(day, "a", 1, "f")}}), Replayed::kUnknown);
  EXPECT_EQ(Do({"night", "a", {Step(day, "a", 1, "f")}}), Replayed::kUnknown);
  EXPECT_FALSE(store_.TryFinding("f")->has_value());
}

}  // namespace
}  // namespace assay::store
