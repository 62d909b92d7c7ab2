// A Slurm job array with one agent per task.
#include <algorithm>
#include <cmath>

#include "base/strings.h"
#include "cluster/job.h"

namespace assay::cluster {
namespace {

// Setting up a node and ending in order take time of their own.
constexpr int kExtraMinutes = 30;
// Slurm begins a task anew when its node dies, not when a process in it is killed. An agent that
// dies again and again has a reason that others should see.
constexpr int kMostRestarts = 20;

std::string Directives(const Job& job) {
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
  return out;
}

// A task that begins anew has no claim to the campaign's whole time again.
std::string TimeLeft(const Job& job) {
  return StrCat(
      "time=", Quoted(job.time), "\n", "if [ \"$starts\" -gt 0 ]; then\n",
      "  # Not the first: the campaign may be over, or have less time left.\n",
      "  state=$(./assay campaigns show ", Quoted(job.campaign), " --store ", Quoted(job.store),
      " --json) || state=\n", "  case $state in *'\"over\": true'*) exit 0 ;; esac\n",
      "  left=$(sed -n 's/^ *\"seconds_left\": \\([0-9]*\\).*/\\1/p' <<< \"$state\")\n",
      "  if [ \"${left:-0}\" -gt 0 ] && [ \"$left\" -lt ",
      static_cast<int64_t>(std::ceil(job.seconds)), " ]; then time=${left}s; fi\n", "fi\n");
}

std::string AgentCommand(const Job& job) {
  const std::vector<std::string> words = AgentWords(job);
  const auto time = std::ranges::find(words, "--time");
  std::string out = "./assay";
  for (auto word = words.begin(); word != words.end(); ++word)
    out +=
        time != words.end() && word == time + 1 ? std::string(" \"$time\"") : " " + Quoted(*word);
  return out;
}

}  // namespace

std::string SlurmScript(const Job& job) {
  return StrCat(
      Directives(job), "set -eu\n", "home=", Quoted(job.home), "\n",
      "cd \"${ASSAY_HOME:-$home}\"\n",
      "# Program and environments are made once on each node; other tasks of the same "
      "node wait.\n",
      "exec 9> \"${TMPDIR:-/tmp}/assay-setup-$(id -u).lock\"\n", "flock 9\n",
      "./assay targets 1>&2 9>&-\n", "exec 9>&-\n",
      "# An agent that was killed is followed by another one.\n",
      "starts=${SLURM_RESTART_COUNT:-0}\n", "last_start=$((starts + ", kMostRestarts, "))\n",
      "while :; do\n", TimeLeft(job), AgentCommand(job), " &\n", WaitForAgent("\n"), "\n",
      "[ \"$code\" -gt 128 ] && [ -z \"$told\" ] && [ \"$starts\" -lt \"$last_start\" ] || "
      "break\n",
      "starts=$((starts + 1))\n", "echo \"the agent was killed; starting another one\" >&2\n",
      "sleep 1\n", "done\n", "exit \"$code\"\n");
}

}  // namespace assay::cluster
