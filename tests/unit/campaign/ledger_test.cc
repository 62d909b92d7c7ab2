#include "campaign/ledger.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "campaign/state_bytes.h"

namespace assay::campaign {
namespace {

// Its state is a number that depends on every report and on their order.
struct SumState : State {
  uint64_t sum = 1;
};

class SumMethod : public Method {
 public:
  SumMethod(int64_t block, int lag, int64_t limit = -1) : block_(block), lag_(lag), limit_(limit) {}
  int64_t block() const override { return block_; }
  int lag() const override { return lag_; }
  int64_t limit() const override { return limit_; }
  StatePtr Start() const override { return std::make_shared<SumState>(); }
  Result<Made> Make(const State&, int64_t, int) const override { return Reject("not used"); }
  StatePtr Fold(const State& base, std::span<const Report> reports) const override {
    auto next = std::make_shared<SumState>(static_cast<const SumState&>(base));
    for (const Report& report : reports)
      next->sum = next->sum * 31 + static_cast<uint64_t>(report.findings);
    return next;
  }
  std::string Save(const State& base) const override {
    return StateBytes({static_cast<const SumState&>(base).sum});
  }
  Result<StatePtr> Load(std::string_view bytes) const override {
    return StateFrom<SumState>(bytes, [](const nlohmann::json& json, SumState& state) {
      state.sum = json.at(0);
      return Status();
    });
  }
  std::vector<std::pair<std::string, int64_t>> Figures(const State&) const override { return {}; }

 private:
  const int64_t block_;
  const int lag_;
  const int64_t limit_;
};

uint64_t SumOf(const StatePtr& state) { return static_cast<const SumState&>(*state).sum; }

// What becomes of a case: a function of its number and of the state it was made from, as in a real
// campaign.
Report Outcome(const Ticket& ticket) {
  Report report;
  report.index = ticket.index;
  report.run = true;
  report.findings =
      static_cast<int>((SumOf(ticket.state) + static_cast<uint64_t>(ticket.index)) % 97);
  return report;
}

using Trace = std::map<int64_t, uint64_t>;  // the state that each case was made from

// Works off all cases with up to `width` under way, reported in an order drawn from `seed`. Never
// asks for a case that has to wait for one under way: this is a single thread.
Trace WorkOff(const Method& method, Ledger& ledger, size_t width, uint64_t seed,
              size_t at_most = 1000) {
  Trace trace;
  Rng rng(seed);
  std::vector<Ticket> open;
  bool more = true;
  while (trace.size() < at_most && (more || !open.empty())) {
    const auto waits = [&](const Ticket& ticket) {
      return ticket.index / method.block() <=
             (trace.rbegin()->first + 1) / method.block() - method.lag();
    };
    while (more && open.size() < width && std::none_of(open.begin(), open.end(), waits)) {
      auto ticket = ledger.Next();
      more = ticket.has_value();
      if (!more) break;
      trace[ticket->index] = SumOf(ticket->state);
      open.push_back(std::move(*ticket));
    }
    if (open.empty()) break;
    const auto pick = rng.Int(0, static_cast<int64_t>(open.size()) - 1);
    ledger.Done(Outcome(open[static_cast<size_t>(pick)]));
    open.erase(open.begin() + pick);
  }
  return trace;
}

TEST(Ledger, TheSameCasesWhateverTheOrderOfReports) {
  const SumMethod method(4, 2);
  Ledger one(method, 50);
  const Trace expected = WorkOff(method, one, 1, 0);
  ASSERT_EQ(expected.size(), 50u);
  for (uint64_t seed = 1; seed <= 5; ++seed) {
    Ledger other(method, 50);
    EXPECT_EQ(WorkOff(method, other, 4, seed), expected);
  }
}

TEST(Ledger, ManyThreadsMakeTheSameCases) {
  const SumMethod method(4, 1);
  Ledger one(method, 60);
  const Trace expected = WorkOff(method, one, 1, 0);
  Ledger shared(method, 60);
  std::mutex mutex;
  Trace trace;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      while (const auto ticket = shared.Next()) {
        {
          const std::lock_guard lock(mutex);
          trace[ticket->index] = SumOf(ticket->state);
        }
        shared.Done(Outcome(*ticket));
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(trace, expected);
}

TEST(Ledger, LagOneSeesTheBlockBefore) {
  const SumMethod method(2, 1);
  Ledger ledger(method, 4);
  const Trace trace = WorkOff(method, ledger, 1, 0);
  EXPECT_EQ(trace.at(0), 1u);
  EXPECT_EQ(trace.at(1), 1u);
  // 1 -> (1 + 0) % 97 and (1 + 1) % 97 are folded in the order of numbers.
  EXPECT_EQ(trace.at(2), (1u * 31 + 1) * 31 + 2);
}

TEST(Ledger, TakenUpAgainItGoesOnAsIfNothingHadHappened) {
  for (const int lag : {1, 2}) {
    const SumMethod method(4, lag);
    Ledger whole(method, 60);
    const Trace expected = WorkOff(method, whole, 1, 0);
    // Stopped after each of several numbers of cases, with reports out of order.
    for (const int64_t stop_after : {1, 4, 7, 13, 30}) {
      Ledger before(method, 60);
      // What the store would hold: the newest state and the reports that are not folded.
      int64_t block = 0;
      std::string state;
      std::map<int64_t, Report> kept;
      auto take = [&] {
        LedgerStep step = before.Take();
        block = step.block;
        if (!step.state.empty()) state = step.state;
        for (Report& report : step.reports) kept[report.index] = report;
        kept.erase(kept.begin(), kept.lower_bound(step.forget_before));
      };
      WorkOff(method, before, 3, static_cast<uint64_t>(stop_after),
              static_cast<size_t>(stop_after));
      take();
      std::vector<Report> reports;
      for (const auto& [index, report] : kept) {
        const auto copy = Report::Load(report.Save());
        ASSERT_TRUE(copy.ok());
        reports.push_back(*copy);
      }
      Ledger after(method, 60);
      ASSERT_TRUE(after.Restore(block, state, reports).ok());
      const Trace rest = WorkOff(method, after, 1, 99);
      for (const auto& [index, sum] : rest) EXPECT_EQ(sum, expected.at(index)) << index;
      for (const auto& [index, report] : kept) EXPECT_FALSE(rest.contains(index)) << index;
      EXPECT_EQ(rest.rbegin()->first, 59);
    }
  }
}

// What the store would hold, written after every few cases.
struct Kept {
  int64_t block = 0, states = 0;
  std::string state;
  std::map<int64_t, Report> reports;
  void Take(Ledger& ledger) {
    LedgerStep step = ledger.Take();
    block = step.block;
    if (!step.state.empty()) state = step.state;
    states += step.state.empty() ? 0 : 1;
    for (Report& report : step.reports) reports[report.index] = report;
    reports.erase(reports.begin(), reports.lower_bound(step.forget_before));
  }
};

// A state much larger than a report.
class HeavyMethod : public SumMethod {
 public:
  HeavyMethod() : SumMethod(4, 2) {}
  std::string Save(const State& base) const override {
    return SumMethod::Save(base) + std::string(4000, ' ');
  }
  Result<StatePtr> Load(std::string_view bytes) const override {
    return SumMethod::Load(bytes.substr(0, bytes.size() - 4000));
  }
};

TEST(Ledger, ALargeStateIsWrittenSeldomAndStillTakenUp) {
  const HeavyMethod method;
  Ledger whole(method, 400);
  const Trace expected = WorkOff(method, whole, 1, 0);
  Ledger before(method, 400);
  Kept kept;
  for (int i = 0; i < 30; ++i) {
    kept.Take(before);
    WorkOff(method, before, 1, 0, 10);
  }
  kept.Take(before);
  // 75 blocks; about 100 reports of 40 bytes weigh as much as a state.
  EXPECT_GE(kept.states, 2);
  EXPECT_LE(kept.states, 6);
  EXPECT_LT(kept.reports.size(), 150u);
  std::vector<Report> reports;
  for (const auto& [index, report] : kept.reports) reports.push_back(report);
  Ledger after(method, 400);
  ASSERT_TRUE(after.Restore(kept.block, kept.state, reports).ok());
  EXPECT_EQ(after.Take().done, 300);
  const Trace rest = WorkOff(method, after, 1, 0);
  EXPECT_EQ(rest.begin()->first, 300);
  for (const auto& [index, sum] : rest) EXPECT_EQ(sum, expected.at(index)) << index;
}

TEST(Ledger, EndsAtTheSmallerOfBothLimits) {
  const SumMethod method(4, 1, 10);
  Ledger by_method(method, -1), by_user(method, 3);
  EXPECT_EQ(WorkOff(method, by_method, 1, 0).size(), 10u);
  EXPECT_EQ(WorkOff(method, by_user, 1, 0).size(), 3u);
}

TEST(Ledger, StopWakesThoseThatWait) {
  const SumMethod method(1, 1);
  Ledger ledger(method, -1);
  const auto first = ledger.Next();
  ASSERT_TRUE(first.has_value());
  std::thread waiting([&] { EXPECT_FALSE(ledger.Next().has_value()); });
  ledger.Stop();
  waiting.join();
}

}  // namespace
}  // namespace assay::campaign
