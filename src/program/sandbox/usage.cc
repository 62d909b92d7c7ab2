#include "program/sandbox/usage.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "base/strings.h"

namespace assay::program {
namespace {

// A fork bomb is cut off by its own limit; this one only bounds the time spent here.
constexpr size_t kMostProcesses = 4096;

struct Memory {
  double own_kb = 0, touched_kb = 0;     // private; shared, as far as it is mapped and touched
  std::map<std::string, double> shared;  // by inode: kilobytes that were asked for
};

void AddMemory(pid_t pid, Memory& memory) {
  std::ifstream status(StrCat("/proc/", pid, "/status"));
  std::string word;
  double kilobytes = 0;
  while (status >> word) {
    if (word == "RssAnon:" && (status >> kilobytes)) memory.own_kb += kilobytes;
    if (word == "RssShmem:" && (status >> kilobytes)) memory.touched_kb += kilobytes;
    if (word == "Threads:") break;
  }
}

// Memory that processes share and that no file stands for counts as it was asked for: pages that a
// process lets go of (madvise) stay, but are in nobody's count any more.
void AddShared(pid_t pid, Memory& memory) {
  std::ifstream maps(StrCat("/proc/", pid, "/maps"));
  for (std::string line; std::getline(maps, line);) {
    if (line.find("/dev/zero") == std::string::npos) continue;
    // begin-end rw-s offset device inode path
    const std::vector<std::string> fields = Split(line, ' ');
    constexpr size_t kInode = 4;
    if (fields.size() <= kInode || !fields[1].ends_with('s')) continue;
    char* rest = nullptr;
    const uint64_t begin = std::strtoull(fields[0].c_str(), &rest, 16);
    const uint64_t end = std::strtoull(rest + 1, nullptr, 16);
    double& size = memory.shared[fields[kInode]];
    size = std::max(size, static_cast<double>(end - begin) / 1024);
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
    // Every thread has children of its own.
    std::error_code gone;
    for (std::filesystem::directory_iterator at(StrCat("/proc/", out[i], "/task"), gone), end;
         !gone && at != end; at.increment(gone)) {
      std::ifstream children(at->path() / "children");
      for (pid_t child = 0; children >> child;) out.push_back(child);
    }
  }
  return out;
}

}  // namespace

Usage UsageOf(pid_t root) {
  Usage usage;
  Memory memory;
  for (const pid_t pid : Family(root)) {
    AddMemory(pid, memory);
    AddShared(pid, memory);
    AddTime(pid, usage);
    ++usage.processes;
  }
  double shared_kb = 0;
  for (const auto& [inode, size] : memory.shared) shared_kb += size;
  usage.resident_mb = (memory.own_kb + std::max(memory.touched_kb, shared_kb)) / 1024;
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
