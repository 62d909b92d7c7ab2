#include "cli/fuzz_engine.h"

#include "cli/app.h"
#include "cli/cluster/ray_engine.h"
#include "cli/terminal.h"
#include "lab/registry.h"

namespace assay::cli {
namespace {

Result<assay::cluster::Job> JobOf(const FuzzFlags& flags, const App& app) {
  if (flags.resume)
    return Invalid("--resume is for a store of one machine; --campaign NAME goes on by itself");
  if (flags.campaign.empty())
    return Invalid("--engine needs --campaign NAME: that is what agents join");
  assay::cluster::Job job;
  job.store = flags.store;
  job.campaign = flags.campaign;
  job.time = flags.time;
  job.seconds = flags.limits.seconds;
  job.nodes = flags.nodes == 0 ? 1 : flags.nodes;
  job.cpus = flags.cpus != 0 ? flags.cpus : flags.jobs;
  job.gpus = flags.gpus;
  job.home = lab::HomeFolder();
  job.more = app.GivenWords({"--engine", "--address", "--nodes", "--cpus", "--gpus", "--store",
                             "--campaign", "--time", "--jobs", "--json", "--quiet"});
  ASSAY_RETURN_IF_ERROR(assay::cluster::Check(job));
  return job;
}

}  // namespace

int RunOnEngine(const FuzzFlags& flags, const App& app) {
  const auto job = JobOf(flags, app);
  if (!job.ok()) return Fail(job.error());
  return cluster::RunOnRay(*job, {flags.address, flags.json, flags.quiet});
}

}  // namespace assay::cli
