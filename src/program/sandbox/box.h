// A process in a sandbox of a given strength, started and left running.
#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "program/sandbox.h"
#include "program/sandbox/launch.h"

namespace assay::program {

struct BoxRequest {
  std::vector<std::string> words;
  std::map<std::string, std::string> variables;
  std::vector<std::string> readable;
  SandboxLimits limits;
  // The command makes sandboxes of its own inside: it may make namespaces, and gets no filter of
  // system calls (which it has to give to what it runs).
  bool nests = false;
  int input = -1, output = -1, error = -1;
  std::vector<int> passed;  // become 3, 4, …
};

// The process that stands for the whole: when it is killed, everything inside ends.
Result<pid_t> StartBox(const BoxRequest& request, SandboxStrength strength);

// The launch of one strength each; `uid` is an unprivileged user to become, 0: stay.
Result<Launch> BubblewrapLaunch(const BoxRequest& request, uint64_t uid);
Result<Launch> NamespaceLaunch(const BoxRequest& request, uint64_t uid);
Result<Launch> LandlockLaunch(const BoxRequest& request, uint64_t uid);
Result<Launch> BareLaunch(const BoxRequest& request);

// Steps that make `readable` visible for another user, under the stage folder; replaces the paths
// by those there. The caller is root: its own folders are closed to others.
void StageReadable(std::vector<Step>& steps, std::vector<struct Mount>& mounts,
                   const std::string& stage);

// Steps for the limits that do not depend on who the command is.
void AddLimits(std::vector<Step>& steps, const SandboxLimits& limits);

// What the program of the sandbox was given, or "" when the machine has none.
std::string FindBubblewrap();

}  // namespace assay::program
