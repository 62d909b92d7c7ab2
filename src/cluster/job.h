// A job of agents: what is placed on many machines, whichever engine does it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::cluster {

struct Job {
  std::string store;  // the address, without a password
  std::string campaign = "nightly";
  std::string time = "1h";  // "": no end
  double seconds = 3600;    // the same; 0: no end
  int nodes = 1;
  int cpus = 0;  // of each node; 0: all
  int gpus = 0;
  std::string image = "assay:latest";  // for Kubernetes
  std::string home;                    // the checkout, on every node the same; for Slurm
  std::vector<std::string> more;       // further words for `assay fuzz`
};

// Refuses a job that no engine could run, or that would put a password into a file.
Status Check(const Job& job);

// The words of the agent's command, without the program.
std::vector<std::string> AgentWords(const Job& job);

std::string SlurmScript(const Job& job);
std::string KubernetesManifest(const Job& job);

// For a shell: in single quotes where it is more than a plain word.
std::string Quoted(const std::string& word);

// How a shell looks after an agent, whichever engine has started the shell.
// For any POSIX shell, behind a command that ends in "&": passes SIGTERM on to it and waits until
// it has really ended. `$code` is then its exit code, with 0 for 1, which means that something was
// found; `$told` is not empty when there was a SIGTERM.
std::string WaitForAgent(std::string_view separator);

// Hands a job to an engine that goes on by itself: Slurm or Kubernetes.
// `engine`: slurm (calls sbatch) or k8s (calls kubectl). Returns the engine's name of the job; the
// engine's own complaints go to stderr.
Result<std::string> Submit(const std::string& engine, const Job& job);

}  // namespace assay::cluster
