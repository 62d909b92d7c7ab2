// assay cluster script: what other engines need to place agents.
#include "cli/cluster/job_flags.h"
#include "cli/command.h"

namespace assay::cli::cluster {
namespace {

struct ScriptFlags {
  std::string kind;
  JobFlags job;
};

Result<int> RunClusterScript(const ScriptFlags& flags) {
  ASSAY_ASSIGN(const auto job, JobOf(flags.job));
  std::cout << (flags.kind == "slurm" ? assay::cluster::SlurmScript(job)
                                      : assay::cluster::KubernetesManifest(job));
  return kDone;
}

}  // namespace

std::function<int()> SetupScript(App& app) {
  const auto flags = std::make_shared<ScriptFlags>();
  app.AddOption("engine", flags->kind, "slurm: a job array; k8s: a manifest of a Job")
      .Required()
      .OneOf({"slurm", "k8s"});
  AddJobFlags(app, flags->job);
  return [flags] { return ExitCode(RunClusterScript(*flags)); };
}

}  // namespace assay::cli::cluster
