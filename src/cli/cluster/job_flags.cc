#include "cli/cluster/job_flags.h"

#include "base/strings.h"
#include "cli/app.h"
#include "cli/duration.h"
#include "lab/registry.h"

namespace assay::cli::cluster {

void AddJobFlags(App& app, JobFlags& flags) {
  app.AddOption("--store", flags.job.store,
                "address of the PostgreSQL database, without a password")
      .Required();
  app.AddOption("--nodes", flags.job.nodes, "number of agents, one per machine").ShowDefault();
  app.AddOption("--campaign", flags.job.campaign, "name of the campaign that they share")
      .ShowDefault();
  app.AddOption("--time", flags.job.time, "how long the campaign lasts: 90s, 2m, 1h, 1d")
      .ShowDefault();
  app.AddOption("--cpus", flags.job.cpus, "cores of each agent (default: all of its machine)");
  app.AddOption("--gpus", flags.job.gpus, "GPUs of each agent (default: none)");
  app.AddOption("--image", flags.job.image, "container image, for k8s").ShowDefault();
  app.AddOption("--fuzz", flags.more,
                "further options of `assay fuzz`, in one text: \"--targets onnxruntime,torch\"");
}

Result<Job> JobOf(const JobFlags& flags) {
  Job job = flags.job;
  ASSAY_ASSIGN(job.seconds, ParseDuration(job.time));
  job.home = lab::HomeFolder();
  for (const std::string& word : Split(flags.more, ' '))
    if (!word.empty()) job.more.push_back(word);
  ASSAY_RETURN_IF_ERROR(assay::cluster::Check(job));
  return job;
}

}  // namespace assay::cli::cluster
