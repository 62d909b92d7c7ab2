#include "campaign/exchange.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "base/strings.h"

namespace assay::campaign {
namespace {

struct NoState : State {};

// Learns, and that is all.
class LearningMethod : public Method {
 public:
  int64_t block() const override { return 8; }
  int lag() const override { return 1; }
  StatePtr Start() const override { return std::make_shared<NoState>(); }
  Result<Made> Make(const State&, int64_t, int) const override { return Reject("not used"); }
  StatePtr Fold(const State&, std::span<const Report>) const override { return Start(); }
  std::string Save(const State&) const override { return ""; }
  Result<StatePtr> Load(std::string_view) const override { return Start(); }
  bool learns_from_others() const override { return true; }
  std::vector<std::pair<std::string, int64_t>> Figures(const State&) const override { return {}; }
};

// Two agents that offer the same cases the other way round would wait for each other in PostgreSQL,
// until it ends one of them.
TEST(Exchange, OffersGoInOneOrderWhoeverMakesThem) {
  const std::string path = testing::TempDir() + "/exchange_test.db";
  for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path + suffix);
  store::Store store = store::Store::Open(path).value();
  store::SharedRow wanted;
  wanted.name = "night";
  wanted.config = "{}";
  store::AgentRow agent;
  Membership member;
  agent.id = member.agent = "a";
  member.lane = store.Join(wanted, agent).value();
  const LearningMethod method;
  Exchange exchange(member, method);
  Ledger ledger(method, -1);
  for (uint64_t i = 0; i < 30; ++i) {
    Report report;
    report.run = true;
    report.recipe = StrCat("generated:", i);
    report.keys = {i};
    exchange.Note(report);
  }
  exchange.Meet(store, ledger);
  EXPECT_EQ(exchange.figures().offered, 30);
  const auto offers = store.Offers("night", /*lane=*/1, 0, 100);
  ASSERT_TRUE(offers.ok());
  ASSERT_EQ(offers->size(), 30u);
  EXPECT_TRUE(std::is_sorted(offers->begin(), offers->end(),
                             [](const auto& a, const auto& b) { return a.hash < b.hash; }));
}

}  // namespace
}  // namespace assay::campaign
