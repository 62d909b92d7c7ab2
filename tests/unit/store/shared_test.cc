// Campaigns that several agents share.
#include "store/shared.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "store/store.h"
#include "tests/unit/store/place.h"

namespace assay::store {
namespace {

class SharedTest : public testing::Test {
 protected:
  static SharedRow Wanted() {
    SharedRow row;
    row.name = "night";
    row.config = R"({"seed":1})";
    return row;
  }
  static AgentRow Agent(const std::string& id) {
    AgentRow row;
    row.id = id;
    row.node = "here";
    return row;
  }
  static CampaignStep Step(const Lane& lane, const std::string& agent, int64_t number,
                           int64_t cases) {
    CampaignStep step;
    step.campaign = lane.campaign;
    step.tally = "{}";
    step.agent = agent;
    step.number = number;
    step.cases = step.counted = step.done = cases;
    return step;
  }
  // As if nothing had been heard of its agent for long.
  void Forget(const Lane& lane) {
    ASSERT_TRUE(
        (*Database::Open(place_.path()))
            ->Execute(
                StrCat("UPDATE campaigns SET lease_until = 1 WHERE id = ", lane.campaign).c_str())
            .ok());
  }
  const Place place_{"shared"};
  Store store_ = Store::Open(place_.path()).value();
};

TEST_F(SharedTest, AgentsGetLanesOfTheirOwnAndGiveThemBack) {
  const auto a = store_.Join(Wanted(), Agent("a")), b = store_.Join(Wanted(), Agent("b"));
  ASSERT_TRUE(a.ok()) << a.error().message;
  ASSERT_TRUE(b.ok()) << b.error().message;
  EXPECT_EQ(a->number, 0);
  EXPECT_EQ(b->number, 1);
  EXPECT_EQ(store_.ShowTotals("night")->agents, 2);
  ASSERT_TRUE(store_.Leave(*a, "a", "done").ok());
  EXPECT_EQ(store_.ShowTotals("night")->agents, 1);
  EXPECT_EQ(store_.Join(Wanted(), Agent("c"))->number, 0);  // goes on with what a left
  EXPECT_EQ(store_.ShowTotals("night")->lanes, 2);
}

TEST_F(SharedTest, AStepCountsOnceHoweverOftenItIsSent) {
  const Lane lane = *store_.Join(Wanted(), Agent("a"));
  CampaignStep step = Step(lane, "a", 1, 5);
  FindingRow finding;
  finding.id = "f";
  finding.count = 2;
  step.findings = {finding};
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(store_.Commit(step).ok());
  EXPECT_EQ(store_.Finding("f")->count, 2);
  const SharedTotals totals = *store_.ShowTotals("night");
  EXPECT_EQ(totals.cases, 5);
  EXPECT_EQ(totals.duplicates + totals.missing + totals.stuck_leases, 0);
  EXPECT_EQ(store_.WholeCampaign(lane.campaign)->value().steps, 1);
}

// While targets start there is no step to write.
TEST_F(SharedTest, ALaneIsKeptWithoutAStepByItsAgentAlone) {
  const Lane lane = *store_.Join(Wanted(), Agent("a"));
  Forget(lane);
  ASSERT_TRUE(store_.KeepLane(lane, "b").ok());
  EXPECT_EQ(store_.ShowTotals("night")->agents, 0);
  EXPECT_EQ(store_.Agents("night")->front().lane, -1);  // nobody has taken it, and it is not a's
  ASSERT_TRUE(store_.KeepLane(lane, "a").ok());
  EXPECT_EQ(store_.Totals("night")->agents, 1);
  EXPECT_EQ(store_.Join(Wanted(), Agent("c"))->number, 1);
  EXPECT_TRUE(store_.Commit(Step(lane, "a", 1, 5)).ok());
}

// A database that was started anew shows only when something is asked again.
TEST_F(SharedTest, AConnectionThatBrokeWhileNothingWasAskedIsMadeAnew) {
  if (TestDatabase() == nullptr) GTEST_SKIP() << "a file has no connection";
  const std::string name = StrCat("broken_", getpid());
  Store store = Store::Open(StrCat(place_.path(), "&application_name=", name)).value();
  const Lane lane = *store.Join(Wanted(), Agent("a"));
  ASSERT_TRUE((*Database::Open(TestDatabase()))
                  ->Execute(StrCat("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
                                   "WHERE application_name = '",
                                   name, "'")
                                .c_str())
                  .ok());
  const Status kept = store.KeepLane(lane, "a");
  EXPECT_TRUE(kept.ok()) << kept.error().message;
  EXPECT_TRUE(store.Commit(Step(lane, "a", 1, 5)).ok());
}

TEST_F(SharedTest, WhoIsNotHeardOfLosesTheLane) {
  const Lane lane = *store_.Join(Wanted(), Agent("a"));
  Forget(lane);
  ASSERT_TRUE(store_.Commit(Step(lane, "a", 1, 3)).ok());  // nobody has taken it yet
  Forget(lane);
  EXPECT_EQ(store_.Join(Wanted(), Agent("b"))->campaign, lane.campaign);
  const Status late = store_.Commit(Step(lane, "a", 2, 9));
  ASSERT_FALSE(late.ok());
  EXPECT_EQ(late.error().kind, ErrorKind::kRejected);
  EXPECT_EQ(store_.ShowTotals("night")->cases, 3);  // nothing of it was written
  ASSERT_TRUE(store_.Commit(Step(lane, "b", 2, 4)).ok());
}

TEST_F(SharedTest, OthersGiveLanesOfTheDeadBack) {
  const Lane lane = *store_.Join(Wanted(), Agent("a"));
  Forget(lane);
  EXPECT_EQ(store_.Totals("night")->agents, 0);
  const auto agents = store_.Agents("night");
  ASSERT_TRUE(agents.ok()) << agents.error().message;
  ASSERT_EQ(agents->size(), 1u);
  EXPECT_EQ((*agents)[0].lane, -1);
}

TEST_F(SharedTest, ALeaseFarAheadIsOfAClockThatWasSetBack) {
  const Lane lane = *store_.Join(Wanted(), Agent("a"));
  ASSERT_TRUE((*Database::Open(place_.path()))
                  ->Execute(StrCat("UPDATE campaigns SET lease_until = lease_until + 10000 WHERE "
                                   "id = ",
                                   lane.campaign)
                                .c_str())
                  .ok());
  EXPECT_EQ(store_.Join(Wanted(), Agent("b"))->campaign, lane.campaign);
  EXPECT_EQ(store_.ShowTotals("night")->lanes, 1);
}

TEST_F(SharedTest, OtherSettingsAreRefused) {
  ASSERT_TRUE(store_.Join(Wanted(), Agent("a")).ok());
  SharedRow other = Wanted();
  other.config = R"({"seed":2})";
  const auto refused = store_.Join(other, Agent("b"));
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message, testing::HasSubstr("other settings"));
  EXPECT_EQ(store_.ShowTotals("night")->lanes, 1);
}

TEST_F(SharedTest, BudgetsAreTheWhole) {
  SharedRow wanted = Wanted();
  wanted.cases = 10;
  wanted.seconds = 1000;
  const Lane a = *store_.Join(wanted, Agent("a")), b = *store_.Join(wanted, Agent("b"));
  EXPECT_GT(a.seconds_left, 900);
  ASSERT_TRUE(store_.Commit(Step(a, "a", 1, 6)).ok());
  EXPECT_FALSE(store_.Totals("night")->over);
  ASSERT_TRUE(store_.Commit(Step(b, "b", 1, 5)).ok());
  EXPECT_TRUE(store_.Totals("night")->over);
  EXPECT_FALSE(store_.ShowTotals("day").ok());
}

TEST_F(SharedTest, OffersReachTheOthers) {
  ASSERT_TRUE(
      store_.Offer("night", {{0, 0, "h1", std::string("a\0b", 3)}, {0, 1, "h2", "x"}}).ok());
  ASSERT_TRUE(store_.Offer("night", {{0, 1, "h1", "again"}}).ok());
  const auto offers = store_.Offers("night", 1, 0, 10);
  ASSERT_TRUE(offers.ok()) << offers.error().message;
  ASSERT_EQ(offers->size(), 1u);
  EXPECT_EQ((*offers)[0].entry, std::string("a\0b", 3));
  EXPECT_EQ(store_.Offers("night", 1, (*offers)[0].id, 10)->size(), 0u);
}

// An agent takes work only from the campaign that it has joined, and gives to no other.
TEST_F(SharedTest, CampaignsAreKeptApart) {
  SharedRow day = Wanted();
  day.name = "day";
  const Lane ours = *store_.Join(Wanted(), Agent("a"));
  const Lane theirs = *store_.Join(day, Agent("d"));
  EXPECT_NE(ours.campaign, theirs.campaign);
  // Neither their cases …
  ASSERT_TRUE(store_.Offer("day", {{0, 5, "h1", "theirs"}}).ok());
  EXPECT_EQ(store_.Offers("night", ours.number, 0, 10)->size(), 0u);
  ASSERT_TRUE(store_.Offer("night", {{0, 5, "h1", "ours"}}).ok());  // the same hash is no clash
  EXPECT_EQ((*store_.Offers("night", ours.number, 0, 10)).at(0).entry, "ours");
  // … nor their lanes, not even one that is free …
  ASSERT_TRUE(store_.Leave(theirs, "d", "done").ok());
  EXPECT_NE(store_.Join(Wanted(), Agent("b"))->campaign, theirs.campaign);
  // … nor their counts.
  const Status stray = store_.Commit(Step(theirs, "a", 1, 7));
  ASSERT_FALSE(stray.ok());
  EXPECT_EQ(stray.error().kind, ErrorKind::kRejected);
  EXPECT_EQ(store_.ShowTotals("day")->cases, 0);
}

TEST_F(SharedTest, ATaskIsOneAgents) {
  EXPECT_TRUE(*store_.Claim("reduce:f", "a", 60));
  EXPECT_FALSE(*store_.Claim("reduce:f", "b", 60));
  EXPECT_TRUE(*store_.Claim("reduce:f", "a", -10));  // its own again, run out at once
  EXPECT_TRUE(*store_.Claim("reduce:f", "b", 60));
  ASSERT_TRUE(store_.Release("reduce:f", "a").ok());  // not a's any more
  EXPECT_FALSE(*store_.Claim("reduce:f", "a", 60));
}

TEST_F(SharedTest, ManyJoinAtOnce) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    threads.emplace_back([this, i] {
      auto store = Store::Open(place_.path());
      ASSERT_TRUE(store.ok()) << store.error().message;
      const auto lane = store->Join(Wanted(), Agent(StrCat("agent", i)));
      ASSERT_TRUE(lane.ok()) << lane.error().message;
      for (int64_t n = 1; n <= 20; ++n) {
        CampaignStep step = Step(*lane, StrCat("agent", i), n, n);
        // All of them see the same findings, in orders of their own.
        for (int f = 0; f < 4; ++f) {
          FindingRow row;
          row.id = StrCat("f", (f + i) % 4);
          row.count = 1;
          step.findings.push_back(row);
        }
        const Status kept = store->Commit(step);
        ASSERT_TRUE(kept.ok()) << kept.error().message;
      }
    });
  for (std::thread& thread : threads) thread.join();
  const SharedTotals totals = *store_.ShowTotals("night");
  EXPECT_EQ(totals.lanes, 8);
  EXPECT_EQ(totals.cases, 160);
  EXPECT_EQ(store_.Finding("f0")->count, 160);
}

}  // namespace
}  // namespace assay::store
