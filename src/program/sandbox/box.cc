#include "program/sandbox/box.h"

#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>

#include "base/strings.h"
#include "program/sandbox.h"
#include "program/sandbox/plan.h"

namespace assay::program {
namespace {

using Kind = Step::Kind;
constexpr uint64_t kMegabyte = 1 << 20;
// Programs allocate more than they touch. The sum of what is touched is watched from outside; this
// bound makes a single greedy request fail in the program instead.
constexpr uint64_t kUntouchedMegabytes = 1024;
constexpr uint64_t kOpenFiles = 512;

// Users that no machine has. One per sandbox, so that the limit on processes counts its own only.
constexpr uint64_t kFirstUser = 1'000'000'000;
constexpr uint64_t kNobody = 65534;

// Whether this process may become any user: not in a container with a narrow map of users.
bool AllUsersMapped() {
  std::ifstream map("/proc/self/uid_map");
  uint64_t inside = 0, outside = 0, count = 0;
  return (map >> inside >> outside >> count) && inside == 0 && count > 2 * kFirstUser;
}

uint64_t UnprivilegedUser() {
  static std::atomic<uint64_t> calls{0};
  if (geteuid() != 0) return 0;
  if (!AllUsersMapped()) return kNobody;
  return kFirstUser + static_cast<uint64_t>(getpid()) % 1'000'000 * 1000 + calls++ % 1000;
}

constexpr SandboxStrength kAll[] = {SandboxStrength::kBubblewrap, SandboxStrength::kNamespaces,
                                    SandboxStrength::kLandlock, SandboxStrength::kNone};

// "" when a command ran and ended well.
std::string TryStrength(SandboxStrength strength) {
  const BoxRequest request{.words = {"/bin/true"}, .limits = {.processes = 8}};
  const Result<pid_t> pid = StartBox(request, strength);
  if (!pid.ok()) return pid.error().message;
  int status = 0;
  waitpid(*pid, &status, 0);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return "";
  return StrCat("a trial command ended with status ", status);
}

SandboxProbe Probe() {
  const char* chosen = std::getenv("ASSAY_SANDBOX");
  SandboxProbe out;
  bool skipping = chosen != nullptr && *chosen != '\0';
  for (const SandboxStrength strength : kAll) {
    if (skipping && SandboxStrengthName(strength) != chosen) {
      if (strength == SandboxStrength::kBubblewrap) out.detail = StrCat("ASSAY_SANDBOX=", chosen);
      continue;
    }
    skipping = false;
    out.strength = strength;
    if (strength == SandboxStrength::kNone) break;
    const std::string reason = TryStrength(strength);
    if (reason.empty()) break;
    out.detail +=
        StrCat(out.detail.empty() ? "" : "; ", SandboxStrengthName(strength), ": ", reason);
  }
  if (out.strength != SandboxStrength::kBubblewrap)
    out.fix = FindBubblewrap().empty()
                  ? "install bubblewrap"
                  : "allow user namespaces (kernel.unprivileged_userns_clone=1, "
                    "user.max_user_namespaces), or pass --unsafe for programs that you trust";
  return out;
}

}  // namespace

void AddLimits(std::vector<Step>& steps, const SandboxLimits& limits) {
  const double cpu_s = limits.cpu_s > 0 ? limits.cpu_s : 2 * limits.wall_s;
  const std::pair<int, uint64_t> all[] = {
      {RLIMIT_CORE, 0},
      {RLIMIT_CPU, static_cast<uint64_t>(cpu_s) + 1},
      {RLIMIT_DATA, (limits.memory_mb + kUntouchedMegabytes) * kMegabyte},
      {RLIMIT_FSIZE, limits.file_mb * kMegabyte},
      {RLIMIT_NOFILE, kOpenFiles},
  };
  for (const auto& [which, value] : all)
    steps.push_back({.kind = Kind::kLimit, .number = value, .which = which});
}

void StageReadable(std::vector<Step>& steps, std::vector<Mount>& mounts, const std::string& stage) {
  steps.push_back({.kind = Kind::kUnshare, .number = CLONE_NEWNS});
  steps.push_back(
      {.kind = Kind::kMount, .text = "none", .other = "/", .number = MS_REC | MS_PRIVATE});
  steps.push_back({.kind = Kind::kMount,
                   .text = "tmpfs",
                   .other = stage,
                   .type = "tmpfs",
                   .data = "mode=755",
                   .number = MS_NOSUID | MS_NODEV});
  int count = 0;
  for (Mount& mount : mounts) {
    if (mount.kind != Mount::Kind::kReadOnly) continue;
    const std::string place = StrCat(stage, "/", count++);
    steps.push_back({.kind = mount.folder ? Kind::kFolder : Kind::kFile, .text = place});
    steps.push_back(
        {.kind = Kind::kMount, .text = mount.source, .other = place, .number = MS_BIND | MS_REC});
    mount.source = place;
  }
}

std::string FindBubblewrap() {
  for (const char* path : {"/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"})
    if (access(path, X_OK) == 0) return path;
  return "";
}

Result<Launch> BareLaunch(const BoxRequest& request) {
  Launch out;
  AddLimits(out.steps, request.limits);
  ASSAY_ASSIGN(const std::string folder, MakeScratch());
  out.steps.push_back({.kind = Kind::kForkProgram});
  out.variables["HOME"] = out.variables["TMPDIR"] = folder;
  out.steps.push_back({.kind = Kind::kChangeFolder, .text = folder});
  return out;
}

Result<pid_t> StartBox(const BoxRequest& request, SandboxStrength strength) {
  const uint64_t uid = UnprivilegedUser();
  const auto make = [&]() -> Result<Launch> {
    switch (strength) {
      case SandboxStrength::kBubblewrap:
        return BubblewrapLaunch(request, uid);
      case SandboxStrength::kNamespaces:
        return NamespaceLaunch(request, uid);
      case SandboxStrength::kLandlock:
        return LandlockLaunch(request, uid);
      case SandboxStrength::kNone:
        break;
    }
    return BareLaunch(request);
  };
  ASSAY_ASSIGN(Launch launch, make());
  if (launch.words.empty()) launch.words = request.words;
  for (const auto& [name, value] : request.variables) launch.variables.emplace(name, value);
  launch.variables.emplace("PATH", "/usr/bin:/bin");
  launch.variables.emplace("LANG", "C.UTF-8");
  launch.input = request.input;
  launch.output = request.output;
  launch.error = request.error;
  std::vector<int> passed = request.passed;
  passed.insert(passed.end(), launch.passed.begin(), launch.passed.end());
  const std::vector<int> own = std::exchange(launch.passed, passed);
  const Result<pid_t> started = StartLaunch(launch);
  for (const int fd : own) close(fd);
  return started;
}

std::string_view SandboxStrengthName(SandboxStrength strength) {
  constexpr std::string_view kNames[] = {"bubblewrap", "namespaces", "landlock", "none"};
  return kNames[static_cast<int>(strength)];
}

std::string_view SandboxLimitName(SandboxLimit limit) {
  constexpr std::string_view kNames[] = {"", "wall", "cpu", "memory", "output"};
  return kNames[static_cast<int>(limit)];
}

const SandboxProbe& ProbeSandbox() {
  static const SandboxProbe probe = Probe();
  return probe;
}

}  // namespace assay::program
