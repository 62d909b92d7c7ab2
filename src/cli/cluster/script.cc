// assay cluster script: what other engines need to place agents.
#include <iostream>
#include <memory>

#include "base/strings.h"
#include "cli/app.h"
#include "cli/cluster/action.h"
#include "cli/cluster/job.h"
#include "cli/command.h"
#include "cli/duration.h"
#include "cli/terminal.h"
#include "lab/registry.h"

namespace assay::cli::cluster {
namespace {

struct Flags {
  std::string kind, more;
  Job job;
};

int Run(Flags flags) {
  const auto seconds = ParseDuration(flags.job.time);
  if (!seconds.ok()) return Fail(seconds.error());
  flags.job.seconds = *seconds;
  flags.job.home = lab::HomeFolder();
  for (const std::string& word : Split(flags.more, ' '))
    if (!word.empty()) flags.job.more.push_back(word);
  const Status fine = Check(flags.job);
  if (!fine.ok()) return Fail(fine.error());
  std::cout << (flags.kind == "slurm" ? SlurmScript(flags.job) : KubernetesManifest(flags.job));
  return kDone;
}

}  // namespace

std::function<int()> SetupScript(App& app) {
  const auto flags = std::make_shared<Flags>();
  app.AddOption("engine", flags->kind, "slurm: a job array; k8s: a manifest of a Job")
      .Required()
      .OneOf({"slurm", "k8s"});
  app.AddOption("--store", flags->job.store,
                "address of the PostgreSQL database, without a password")
      .Required();
  app.AddOption("--nodes", flags->job.nodes, "agents, one each on a machine").ShowDefault();
  app.AddOption("--campaign", flags->job.campaign, "that they share").ShowDefault();
  app.AddOption("--time", flags->job.time, "how long the campaign lasts: 90s, 2m, 1h, 1d")
      .ShowDefault();
  app.AddOption("--cpus", flags->job.cpus, "of each agent (default: all of its machine)");
  app.AddOption("--gpus", flags->job.gpus, "of each agent (default: none)");
  app.AddOption("--image", flags->job.image, "container image, for k8s").ShowDefault();
  app.AddOption("--fuzz", flags->more,
                "further options of `assay fuzz`, in one text: \"--targets onnxruntime,torch\"");
  return [flags] { return Run(*flags); };
}

}  // namespace assay::cli::cluster
