// What agents of a shared campaign ask of its store, without the fuzzing: for bench/scale.
//
//   bench_agents cost ADDRESS OP COUNT LANES
//     COUNT times one request on one connection: step, totals, offer or offers.
//   bench_agents load ADDRESS AGENTS SECONDS PACE
//     So many connections; PACE 1: a step each second, 0: without a pause.
//   bench_agents memory STORE CASES
//     One lane and so many summarised cases; resident memory on the way.
//
// Prints JSON. A step is that of an agent with 300 cases a second.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "base/strings.h"
#include "campaign/cpu_time.h"
#include "campaign/ledger.h"
#include "campaign/spool.h"
#include "store/store.h"

namespace assay {
namespace {

constexpr int kCasesPerStep = 300;
constexpr size_t kReportBytes = 250, kTallyBytes = 4000, kOfferBytes = 600, kStateBytes = 200000;
constexpr int kStepsPerState = 3;  // a state is written when the reports weigh as much

using Clock = std::chrono::steady_clock;
double Since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

[[noreturn]] void Stop(const std::string& why) {
  std::cerr << why << "\n";
  std::exit(2);
}

store::Lane Enter(store::Store& store, const std::string& name, const std::string& agent) {
  store::SharedRow wanted;
  wanted.name = name;
  wanted.config = "{}";
  store::AgentRow row;
  row.id = agent;
  row.node = "bench";
  const auto lane = store.Join(wanted, row);
  if (!lane.ok()) Stop(lane.error().message);
  return *lane;
}

// An agent that does nothing but write, read and show.
class Simulated {
 public:
  Simulated(const std::string& address, const std::string& name, const std::string& agent)
      : store_(Opened(address)), agent_(agent), lane_(Enter(store_, name, agent)) {}

  void Step() {
    store::CampaignStep step;
    step.campaign = lane_.campaign;
    step.agent = agent_;
    step.number = ++number_;
    step.tally = std::string(kTallyBytes, 't');
    for (int i = 0; i < kCasesPerStep; ++i)
      step.reports.push_back({cases_++, std::string(kReportBytes, 'r')});
    if (number_ % kStepsPerState == 0) {
      step.state = std::string(kStateBytes, 's');
      step.forget_before = cases_ - kCasesPerStep;
    }
    step.cases = step.counted = step.done = cases_;
    if (number_ % 2 == 0)
      step.progress.push_back({0, "", static_cast<double>(number_), cases_, std::string(500, 'p')});
    Must(store_.Commit(step));
  }
  void Totals() { Must(store_.Totals(lane_.name)); }
  void Offer() {
    store::OfferRow row;
    row.lane = lane_.number;
    row.hash = StrCat(agent_, "-", offers_++);
    row.entry = std::string(kOfferBytes, 'e');
    Must(store_.Offer(lane_.name, {row}));
  }
  size_t Offers(int64_t behind) {
    const auto rows =
        store_.Offers(lane_.name, lane_.number, std::max<int64_t>(0, heard_ - behind), 500);
    Must(rows);
    for (const store::OfferRow& row : *rows) heard_ = std::max(heard_, row.id);
    return rows->size();
  }
  void Leave() { Must(store_.Leave(lane_, agent_, "done")); }
  int64_t cases() const { return cases_; }

 private:
  static store::Store Opened(const std::string& address) {
    auto store = store::Store::Open(address);
    if (!store.ok()) Stop(store.error().message);
    return std::move(store).value();
  }
  template <typename T>
  static void Must(const T& result) {
    if (!result.ok()) Stop(result.error().message);
  }

  store::Store store_;
  const std::string agent_;
  const store::Lane lane_;
  int64_t number_ = lane_.steps, cases_ = 0, offers_ = 0, heard_ = 0;
};

void Cost(const std::string& address, const std::string& op, int count, int lanes) {
  const std::string name = StrCat("cost-", op, "-", lanes), me = StrCat(name, "-", getpid());
  auto store = store::Store::Open(address);
  if (!store.ok()) Stop(store.error().message);
  for (int i = 1; i < lanes; ++i) Enter(*store, name, StrCat(me, "-", i));
  Simulated agent(address, name, me);
  if (op == "offers") {  // 100 rows are there to be read again and again
    Simulated other(address, name, StrCat(me, "-other"));
    for (int i = 0; i < 101; ++i) other.Offer();
  }
  (void)agent.Offers(0);
  std::cout << "{\"ready\": true}" << std::endl;  // the server's time counts from here
  std::string line;
  std::getline(std::cin, line);
  const auto start = Clock::now();
  const double cpu = campaign::OwnCpuSeconds();
  size_t rows = 0;
  for (int i = 0; i < count; ++i) {
    if (op == "step") agent.Step();
    if (op == "totals") agent.Totals();
    if (op == "offer") agent.Offer();
    if (op == "offers") rows += agent.Offers(100);
  }
  const nlohmann::json out = {{"op", op},
                              {"count", count},
                              {"lanes", lanes},
                              {"rows", rows},
                              {"wall_ms", 1000 * Since(start) / count},
                              {"client_cpu_ms", 1000 * (campaign::OwnCpuSeconds() - cpu) / count}};
  std::cout << out.dump() << std::endl;
  // The connection stays until the server's time was read: that of a process that has gone is lost.
  std::getline(std::cin, line);
}

nlohmann::json Load(const std::string& address, int agents, double seconds, bool paced) {
  std::mutex mutex;
  std::vector<double> steps, exchanges;
  int64_t cases = 0;
  std::vector<std::thread> threads;
  const std::string name = StrCat("load-", agents, "-", getpid());
  const auto start = Clock::now();
  for (int i = 0; i < agents; ++i)
    threads.emplace_back([&, i] {
      Simulated agent(address, name, StrCat(name, "-", i));
      std::vector<double> own_steps, own_exchanges;
      double next = Since(start) + static_cast<double>(i) / agents;
      for (int n = 0; Since(start) < seconds; ++n) {
        if (paced)
          std::this_thread::sleep_for(
              std::chrono::duration<double>(std::max(0.0, next - Since(start))));
        next += 1;
        auto began = Clock::now();
        agent.Step();
        own_steps.push_back(1000 * Since(began));
        if (n % 2 != 0) continue;
        began = Clock::now();
        agent.Totals();
        agent.Offer();
        agent.Offers(100);
        own_exchanges.push_back(1000 * Since(began));
      }
      agent.Leave();
      const std::lock_guard lock(mutex);
      cases += agent.cases();
      steps.insert(steps.end(), own_steps.begin(), own_steps.end());
      exchanges.insert(exchanges.end(), own_exchanges.begin(), own_exchanges.end());
    });
  for (std::thread& thread : threads) thread.join();
  const double spent = Since(start);
  const auto at = [](std::vector<double>& all, double share) {
    if (all.empty()) return 0.0;
    std::sort(all.begin(), all.end());
    return all[std::min(all.size() - 1,
                        static_cast<size_t>(share * static_cast<double>(all.size())))];
  };
  return {{"agents", agents},
          {"paced", paced},
          {"steps_per_second", static_cast<double>(steps.size()) / spent},
          {"cases_per_second", static_cast<double>(cases) / spent},
          {"step_ms", {at(steps, 0.5), at(steps, 0.99)}},
          {"exchange_ms", {at(exchanges, 0.5), at(exchanges, 0.99)}}};
}

}  // namespace
}  // namespace assay

#include "bench/agent_memory.h"

int main(int count, char** words) {
  const std::vector<std::string> args(words, words + count);
  nlohmann::json out;
  if (count == 6 && args[1] == "cost") {
    assay::Cost(args[2], args[3], std::stoi(args[4]), std::stoi(args[5]));
    return 0;
  }
  if (count == 6 && args[1] == "load")
    out = assay::Load(args[2], std::stoi(args[3]), std::stod(args[4]), args[5] == "1");
  else if (count == 4 && args[1] == "memory")
    out = assay::MemoryOver(args[2], std::stoll(args[3]));
  else
    assay::Stop("usage: see the head of bench/agents.cc");
  std::cout << out.dump() << std::endl;
}
