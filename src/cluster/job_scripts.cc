// Job scripts: a Kubernetes Job with one agent per pod, a Slurm job array with one agent per task.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "cluster/job.h"

namespace assay::cluster {
namespace {

constexpr int kExtraSeconds = 1800;

// The name of a Job, with the number of a pod behind it, may have 63 signs.
constexpr size_t kLongestName = 40;
constexpr int kKeptSeconds = 7 * 86400;  // a Job that has ended, with what its pods said

// Names of Kubernetes are small letters, digits and hyphens.
std::string PlainName(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const char lower = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    out += (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9') ? lower : '-';
  }
  out.resize(std::min(out.size(), kLongestName));
  while (!out.empty() && out.back() == '-') out.pop_back();
  return out;
}

// A JSON string is a YAML string, too.
std::string Text(const std::string& word) { return nlohmann::json(word).dump(); }

// Kubernetes replaces $(NAME) in words of commands, and $$ by $.
std::string Word(const std::string& word) {
  std::string out;
  for (const char c : word) out += c == '$' ? std::string("$$") : std::string(1, c);
  return Text(out);
}

std::string Resources(const Job& job) {
  if (job.cpus == 0 && job.gpus == 0) return "";
  std::string out = "          resources:\n";
  if (job.cpus > 0) out += StrCat("            requests: {cpu: ", job.cpus, "}\n");
  if (job.gpus > 0) out += StrCat("            limits: {nvidia.com/gpu: ", job.gpus, "}\n");
  return out;
}

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

std::string KubernetesManifest(const Job& job) {
  std::vector<std::string> words;
  for (const std::string& word : AgentWords(job)) words.push_back(Word(word));
  const auto limit = static_cast<int64_t>(std::ceil(job.seconds)) + kExtraSeconds;
  return StrCat(
      "# ", job.nodes, " agents of the campaign ", job.campaign,
      ". Use with: kubectl create -f THIS_FILE\n",
      "# Each time makes a Job of its own, so that every night can use the same file (`apply` "
      "would not).\n",
      "# The database's password is the key `password` of the secret `assay-database`; without the "
      "secret none\n",
      "# is sent. Make it with: kubectl create secret generic assay-database "
      "--from-file=password=FILE\n",
      "# (a line break at the end of the file would be part of the password).\n",
      "apiVersion: batch/v1\nkind: Job\nmetadata:\n  generateName: assay-", PlainName(job.campaign),
      "-\n  labels: {app: assay}\nspec:\n", "  completionMode: Indexed\n  completions: ", job.nodes,
      "\n  parallelism: ", job.nodes, "\n",
      "  # A pod that dies gives its lane back; the next one goes on with it.\n",
      "  backoffLimit: ", job.nodes * 4, "\n  activeDeadlineSeconds: ", limit,
      "\n  ttlSecondsAfterFinished: ", kKeptSeconds, "\n",
      "  template:\n    metadata:\n      labels: {app: assay}\n    spec:\n",
      "      restartPolicy: OnFailure\n      terminationGracePeriodSeconds: 60\n      "
      "containers:\n",
      "        - name: agent\n          image: ", Text(job.image), "\n",
      "          # The shell passes the signal on that ends a pod, so that its agent leaves in "
      "order. 1 "
      "means that\n",
      "          # something was found, which is not a failure of the pod.\n",
      "          command: [\"sh\", \"-c\", ",
      Word("./assay \"$@\" & " + WaitForAgent("; ") + "; exit \"$code\""), ", \"assay\"]\n",
      "          args: [", Join(words, ", "), "]\n",
      "          env:\n            - name: PGPASSWORD\n              valueFrom:\n",
      "                secretKeyRef: {name: assay-database, key: password, optional: true}\n",
      Resources(job));
}

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
