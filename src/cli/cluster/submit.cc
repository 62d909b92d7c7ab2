// assay cluster submit: hands a job of agents to an engine.
//
// Ray's is watched until it ends, as `assay fuzz --engine ray` is; Slurm and Kubernetes take what
// `assay cluster script` writes, and go on by themselves.
#include "cli/cluster/job_flags.h"
#include "cli/cluster/ray_engine.h"
#include "cli/command.h"
#include "cluster/job.h"

namespace assay::cli::cluster {
namespace {

struct SubmitFlags {
  std::string engine;
  JobFlags job;
  RayOptions ray;
};

Result<int> RunSubmit(const SubmitFlags& flags) {
  ASSAY_ASSIGN(const auto job, JobOf(flags.job));
  if (flags.engine == "ray") return RunOnRay(job, flags.ray);
  ASSAY_ASSIGN(const auto answer, assay::cluster::Submit(flags.engine, job));
  if (flags.ray.json)
    return PrintJson({{"engine", flags.engine},
                      {"job", answer},
                      {"campaign", job.campaign},
                      {"nodes", job.nodes}});
  std::cout << "submitted as " << answer << "; assay campaigns show " << job.campaign << " --store "
            << job.store << " shows its progress\n";
  return kDone;
}

}  // namespace

std::function<int()> SetupSubmit(App& app) {
  const auto flags = std::make_shared<SubmitFlags>();
  app.AddOption("--engine", flags->engine, "ray, slurm (calls sbatch) or k8s (calls kubectl)")
      .Required()
      .OneOf({"ray", "slurm", "k8s"});
  app.AddOption("--address", flags->ray.address,
                "of the Ray cluster: HOST:PORT, or auto for the one that runs here")
      .ShowDefault();
  AddJobFlags(app, flags->job);
  app.AddFlag("--quiet", flags->ray.quiet, "no progress");
  app.AddFlag("--json", flags->ray.json, "print one JSON object at the end");
  return [flags] { return ExitCode(RunSubmit(*flags)); };
}

}  // namespace assay::cli::cluster
