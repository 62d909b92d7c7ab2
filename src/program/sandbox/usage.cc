#include "program/sandbox/usage.h"

#include <signal.h>
#include <unistd.h>

#include <fstream>
#include <string>
#include <vector>

#include "base/strings.h"

namespace assay::program {
namespace {

// A fork bomb is cut off by its own limit; this one only bounds the time spent here.
constexpr size_t kMostProcesses = 4096;

void AddMemory(pid_t pid, Usage& usage) {
  std::ifstream status(StrCat("/proc/", pid, "/status"));
  std::string word;
  double kilobytes = 0;
  while (status >> word) {
    if ((word == "RssAnon:" || word == "RssShmem:") && (status >> kilobytes))
      usage.resident_mb += kilobytes / 1024;
    if (word == "Threads:") break;
  }
}

void AddTime(pid_t pid, Usage& usage) {
  std::ifstream file(StrCat("/proc/", pid, "/stat"));
  std::string text;
  std::getline(file, text);
  const size_t name_end = text.rfind(')');
  if (name_end == std::string::npos) return;
  const std::vector<std::string> fields = Split(text.substr(name_end + 2), ' ');
  // Fields 14 and 15 of the line: user and system time; the first after the name is field 3.
  constexpr size_t kUser = 11, kSystem = 12;
  if (fields.size() <= kSystem) return;
  const double ticks =
      std::strtod(fields[kUser].c_str(), nullptr) + std::strtod(fields[kSystem].c_str(), nullptr);
  usage.cpu_s += ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

// `root` and all below it, parents first.
std::vector<pid_t> Family(pid_t root) {
  std::vector<pid_t> out{root};
  for (size_t i = 0; i < out.size() && i < kMostProcesses; ++i) {
    std::ifstream children(StrCat("/proc/", out[i], "/task/", out[i], "/children"));
    for (pid_t child = 0; children >> child;) out.push_back(child);
  }
  return out;
}

}  // namespace

Usage UsageOf(pid_t root) {
  Usage usage;
  for (const pid_t pid : Family(root)) {
    AddMemory(pid, usage);
    AddTime(pid, usage);
    ++usage.processes;
  }
  return usage;
}

void KillBelow(pid_t root) {
  // Several rounds: what forks faster than it is killed runs into its limit on processes.
  constexpr int kRounds = 20;
  for (int round = 0; round < kRounds; ++round) {
    const std::vector<pid_t> family = Family(root);
    if (family.size() == 1) return;
    for (size_t i = 1; i < family.size(); ++i) kill(family[i], SIGSTOP);
    for (size_t i = 1; i < family.size(); ++i) kill(family[i], SIGKILL);
    usleep(1000);
  }
}

}  // namespace assay::program
