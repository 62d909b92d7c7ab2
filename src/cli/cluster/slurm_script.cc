// A Slurm job array with one agent per task.
#include <cmath>

#include "base/strings.h"
#include "cli/cluster/job.h"

namespace assay::cli::cluster {
namespace {

// Setting up a node and ending in order take time of their own.
constexpr int kExtraMinutes = 30;

std::string Quoted(const std::vector<std::string>& words) {
  std::vector<std::string> out;
  for (const std::string& word : words) out.push_back(cluster::Quoted(word));
  return Join(out, " ");
}

}  // namespace

std::string SlurmScript(const Job& job) {
  const int minutes = static_cast<int>(std::ceil(job.seconds / 60)) + kExtraMinutes;
  std::string out =
      StrCat("#!/bin/bash\n", "# ", job.nodes, " agents of the campaign ", job.campaign,
             ". Submit with: sbatch THIS_FILE\n",
             "# The database's password is taken from ~/.pgpass or PGPASSWORD.\n",
             "#SBATCH --job-name=assay-", job.campaign, "\n", "#SBATCH --array=1-", job.nodes, "\n",
             "#SBATCH --ntasks=1\n", "#SBATCH --time=", minutes, "\n",
             "#SBATCH --output=assay-%A-%a.log\n", "#SBATCH --open-mode=append\n",
             "# A node that dies gives its lane back; the task begins anew elsewhere.\n",
             "#SBATCH --requeue\n", "# A minute before the limit, so that agents end in order.\n",
             "#SBATCH --signal=B:TERM@60\n");
  if (job.cpus > 0) out += StrCat("#SBATCH --cpus-per-task=", job.cpus, "\n");
  if (job.gpus > 0) out += StrCat("#SBATCH --gres=gpu:", job.gpus, "\n");
  out += StrCat(
      "set -eu\n", "cd \"${ASSAY_HOME:-", job.home, "}\"\n",
      "# Environments are made once on each node; other tasks of the same node wait.\n",
      "exec 9> \"${TMPDIR:-/tmp}/assay-setup-$(id -u).lock\"\n", "flock 9\n",
      "./assay doctor --quiet 2> /dev/null 1>&2 || ./assay targets 1>&2\n", "flock -u 9\n",
      "# The agent is a child, so that this shell can pass the signal on.\n", "./assay ",
      Quoted(AgentWords(job)), " &\n", "agent=$!\n", "trap 'kill -TERM \"$agent\"' TERM\n",
      "code=0; wait \"$agent\" || code=$?\n", "# After the signal: until it has really ended.\n",
      "while kill -0 \"$agent\" 2> /dev/null; do wait \"$agent\" || code=$?; done\n",
      "# 1 means that something was found, which is no failure of the job.\n",
      "[ \"$code\" -eq 1 ] && code=0\n", "exit \"$code\"\n");
  return out;
}

}  // namespace assay::cli::cluster
