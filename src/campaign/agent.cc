#include "campaign/agent.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

#include "base/hash.h"
#include "base/strings.h"
#include "campaign/spool_file.h"
#include "store/shared.h"

namespace assay::campaign {
namespace {

constexpr int kMostFailures = 600;  // to join, a second apart
constexpr int kLastFailures = 10;   // when it is told to end meanwhile

// In the list of agents.
std::string FirstWords(const std::string& message) { return message.substr(0, 200); }

// Lane 0 runs what a campaign of one machine would run.
uint64_t SeedOf(uint64_t seed, int64_t lane) {
  return lane == 0 ? seed : HashCombine(seed, static_cast<uint64_t>(lane));
}

Result<Config> ConfigOf(store::Store& store, const store::Lane& lane, uint64_t seed) {
  ASSAY_ASSIGN(const auto row, store.WholeCampaign(lane.campaign));
  if (!row.has_value()) return Invalid(StrCat("lane ", lane.number, " is no longer in the store"));
  ASSAY_ASSIGN(Config config, Config::Load(row->config));
  // A lane that was worked on before has it already.
  if (!config.surveyed) config.seed = SeedOf(seed, lane.number);
  return config;
}

constexpr int kMostTries = 600;  // a second apart
constexpr int kNoteEvery = 30;

// A server that answers refuses for good, unless it is just starting, ending or full.
bool MayPass(const std::string& message) {
  const auto says = [&](const char* words) { return message.find(words) != std::string::npos; };
  if (says("closed the connection") || says("terminating connection")) return true;
  if (!says("cannot be reached")) return false;
  // A name may not be known yet on a machine that has just started.
  if (says("translate host name")) return says("Temporary failure");
  return !says("FATAL") || says("starting up") || says("shutting down") || says("recovery") ||
         says("too many") || says("connection slots");
}

// What is spent before the first case, so that not even one more is run. Time is left to the
// agent's own clock.
bool BudgetIsSpent(store::Store& store, const std::string& name, const Tell& tell) {
  const auto totals = store.Totals(name);
  if (!totals.ok() || !totals->over || totals->seconds_left < 0) return false;
  tell(StrCat("the budget of the campaign '", name, "' is spent: it has ", totals->cases,
              " cases; give a higher --cases or --max-findings when no agent works on it"));
  return true;
}

}  // namespace

Result<store::Store> OpenShared(const std::string& address, const Tell& tell) {
  for (int tries = 1;; ++tries) {
    Result<store::Store> store = store::Store::Open(address);
    if (store.ok() || tries >= kMostTries || !MayPass(store.error().message)) return store;
    if (tries % kNoteEvery == 1) tell(store.error().message + "; trying again every second");
    std::this_thread::sleep_for(std::chrono::seconds(1));
  }
}

Result<Joined> JoinCampaign(store::Store& store, const SharedCampaign& shared,
                            const std::string& agent, const Limits& limits) {
  store::SharedRow wanted;
  wanted.name = shared.name;
  wanted.config = shared.config.Save();
  wanted.seconds = limits.seconds;
  wanted.cases = limits.cases;
  wanted.findings = limits.findings;
  store::AgentRow row;
  row.id = agent;
  row.node = store::MachineName();
  Joined out;
  out.member.spool = SpoolFolder(shared.address, shared.name);
  // Before a lane is chosen: theirs are free then, and stand where they left them.
  out.notes = ReplaySpools(shared.address, out.member.spool);
  ASSAY_ASSIGN(out.member.lane, store.Join(wanted, row));
  out.member.agent = agent;
  ASSAY_ASSIGN(out.config, ConfigOf(store, out.member.lane, shared.config.seed));
  out.limits = limits;
  // Whoever began the campaign decided whether it has an end.
  const double left = out.member.lane.seconds_left;
  out.limits.seconds = left == 0 ? 0 : std::max(1.0, left);
  // Never more than was asked for: the database's clock may have been set back.
  if (left != 0 && limits.seconds > 0)
    out.limits.seconds = std::min(out.limits.seconds, std::max(1.0, limits.seconds));
  out.limits.cases = -1;
  out.limits.findings = 0;
  return out;
}

Result<Progress> RunAsAgent(const SharedCampaign& shared, const std::vector<lab::Target>& targets,
                            store::Store& store, const Hooks& hooks, const Tell& tell) {
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> end;  // of the campaign's time, from when it was first joined
  Limits limits = shared.limits;
  for (int failed = 0; true;) {
    const std::string agent = store::NewAgent();
    if (end.has_value())
      limits.seconds = std::max(1.0, std::chrono::duration<double>(*end - Clock::now()).count());
    auto joined = JoinCampaign(store, shared, agent, limits);
    Result<Progress> progress = Error{};
    bool lost = false;
    if (joined.ok()) {
      // The clock of the database may jump, which is also how a lane is lost; this one does not.
      if (end.has_value())
        joined->limits.seconds = limits.seconds;
      else if (joined->limits.seconds > 0)
        end = Clock::now() +
              std::chrono::milliseconds(static_cast<int64_t>(joined->limits.seconds * 1000));
      const store::Lane& lane = joined->member.lane;
      for (const std::string& note : joined->notes) tell(note);
      std::atomic<bool> spent = BudgetIsSpent(store, shared.name, tell);
      Hooks until = hooks;
      if (spent) until.stop = &spent;
      progress = RunCampaign(joined->config, joined->limits, targets, store, lane.campaign, until,
                             &joined->member);
      lost = !progress.ok() && store.lost();  // leaving may find the database back again
      const Status left =
          store.Leave(lane, agent, progress.ok() ? "done" : FirstWords(progress.error().message));
      if (progress.ok() && left.ok()) return progress;
      if (progress.ok()) progress = left.error();
    } else {
      progress = joined.error();
    }
    lost = lost || store.lost();
    const bool given_away = progress.error().kind == ErrorKind::kRejected;
    failed = given_away ? 0 : failed + 1;
    // Whoever is told to end while another has the lane, or the database is away, joins once more,
    // to end in order.
    const int most = hooks.stop->load() ? kLastFailures : kMostFailures;
    if (!given_away && (failed > most || !lost)) return progress;
    tell(progress.error().message + "; joining again");
    std::this_thread::sleep_for(std::chrono::seconds(given_away ? 0 : 1));
  }
}

}  // namespace assay::campaign
