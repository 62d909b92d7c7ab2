// A Kubernetes Job with one agent per pod.
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
      "          # something was found, which is no failure of the pod.\n",
      "          command: [\"sh\", \"-c\", ",
      Word("./assay \"$@\" & " + WaitForAgent("; ") + "; exit \"$code\""), ", \"assay\"]\n",
      "          args: [", Join(words, ", "), "]\n",
      "          env:\n            - name: PGPASSWORD\n              valueFrom:\n",
      "                secretKeyRef: {name: assay-database, key: password, optional: true}\n",
      Resources(job));
}

}  // namespace assay::cluster
