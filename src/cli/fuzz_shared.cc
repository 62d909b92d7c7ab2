#include "cli/fuzz_shared.h"

#include <unistd.h>

#include <random>

#include "base/hash.h"
#include "base/strings.h"

namespace assay::cli {
namespace {

// Lane 0 runs what a campaign of one machine would run.
uint64_t SeedOf(uint64_t seed, int64_t lane) {
  return lane == 0 ? seed : HashCombine(seed, static_cast<uint64_t>(lane));
}

Result<campaign::Config> ConfigOf(store::Store& store, const store::Lane& lane, uint64_t seed) {
  ASSAY_ASSIGN(const auto row, store.WholeCampaign(lane.campaign));
  if (!row.has_value()) return Invalid(StrCat("lane ", lane.number, " has gone from the store"));
  ASSAY_ASSIGN(campaign::Config config, campaign::Config::Load(row->config));
  // A lane that was worked on before has it already.
  if (!config.surveyed) config.seed = SeedOf(seed, lane.number);
  return config;
}

}  // namespace

std::string MachineName() {
  char name[256] = {};
  return gethostname(name, sizeof(name) - 1) == 0 ? name : "unknown";
}

std::string NewAgent() {
  std::random_device chance;
  return StrCat(MachineName(), "-", getpid(), "-", chance() % 1000000);
}

Result<Joined> JoinCampaign(store::Store& store, const std::string& name, const std::string& agent,
                            const campaign::Config& config, const campaign::Limits& limits) {
  store::SharedRow wanted;
  wanted.name = name;
  wanted.config = config.Save();
  wanted.seconds = limits.seconds;
  wanted.cases = limits.cases;
  wanted.findings = limits.findings;
  store::AgentRow row;
  row.id = agent;
  row.node = MachineName();
  Joined out;
  ASSAY_ASSIGN(out.member.lane, store.Join(wanted, row));
  out.member.agent = agent;
  ASSAY_ASSIGN(out.config, ConfigOf(store, out.member.lane, config.seed));
  out.limits = limits;
  out.limits.seconds = limits.seconds > 0 ? std::max(1.0, out.member.lane.seconds_left) : 0;
  out.limits.cases = -1;
  out.limits.findings = 0;
  return out;
}

}  // namespace assay::cli
