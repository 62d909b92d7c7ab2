// The sandbox made by bubblewrap, a small program that many desktops trust with the same work.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/strings.h"
#include "program/sandbox/box.h"
#include "program/sandbox/filter.h"
#include "program/sandbox/plan.h"

namespace assay::program {
namespace {

using Kind = Step::Kind;
constexpr int kStandardDescriptors = 3;
// Processes that bubblewrap itself needs beside the command.
constexpr uint64_t kOwnProcesses = 4;

void Append(std::vector<std::string>& words, std::initializer_list<std::string> more) {
  words.insert(words.end(), more);
}

void AddMount(std::vector<std::string>& words, const Mount& mount) {
  switch (mount.kind) {
    case Mount::Kind::kReadOnly:
      return Append(words, {"--ro-bind", mount.source, mount.target});
    case Mount::Kind::kDevice:
      return Append(words, {"--dev-bind", mount.source, mount.target});
    case Mount::Kind::kTmpfs:
      return Append(words, {"--size", StrCat(mount.bytes), "--tmpfs", mount.target});
    case Mount::Kind::kFolder:
      return Append(words, {"--dir", mount.target});
    case Mount::Kind::kLink:
      return Append(words, {"--symlink", mount.source, mount.target});
    case Mount::Kind::kProc:
      return Append(words, {"--proc", mount.target});
  }
}

Result<int> FilterDescriptor() {
  ASSAY_ASSIGN(const std::string filter, MakeFilter({}));
  const int file = memfd_create("assay-filter", MFD_CLOEXEC);
  if (file < 0 || write(file, filter.data(), filter.size()) != static_cast<ssize_t>(filter.size()))
    return Invalid("no memory for the filter of system calls");
  lseek(file, 0, SEEK_SET);
  return file;
}

// Set inside, where only the sandbox's own processes count.
void LimitProcesses(std::vector<std::string>& words, uint64_t processes) {
  Append(words, {"/usr/bin/prlimit", StrCat("--nproc=", processes), "--"});
}

}  // namespace

Result<Launch> BubblewrapLaunch(const BoxRequest& request, uint64_t uid) {
  Launch out;
  const std::string program = FindBubblewrap();
  if (program.empty()) return Invalid("bubblewrap is not installed");
  ASSAY_ASSIGN(const std::string folder, PlanFolder());
  std::vector<Mount> mounts = PlanMounts(request.readable, request.limits.scratch_mb << 20);
  if (uid != 0) {
    StageReadable(out.steps, mounts, folder + "/stage");
    out.steps.push_back({.kind = Kind::kBecome, .number = uid});
  }
  AddLimits(out.steps, request.limits);
  const std::string inside = StrCat(kInsideId);
  out.words = {program,
               "--unshare-user",
               "--unshare-ipc",
               "--unshare-pid",
               "--unshare-net",
               "--unshare-uts",
               "--unshare-cgroup-try",
               "--die-with-parent",
               "--uid",
               inside,
               "--gid",
               inside,
               "--hostname",
               "sandbox"};
  for (const Mount& mount : mounts) AddMount(out.words, mount);
  Append(out.words, {"--remount-ro", "/", "--chdir", kWorkFolder});
  if (!request.nests) {
    ASSAY_ASSIGN(const int filter, FilterDescriptor());
    out.passed.push_back(filter);
    Append(out.words, {"--seccomp", StrCat(kStandardDescriptors + request.passed.size())});
  }
  Append(out.words, {"--"});
  if (access("/usr/bin/prlimit", X_OK) == 0)
    LimitProcesses(out.words, request.limits.processes);
  else if (uid != 0)
    out.steps.push_back({.kind = Kind::kLimit,
                         .number = request.limits.processes + kOwnProcesses,
                         .which = RLIMIT_NPROC});
  out.words.insert(out.words.end(), request.words.begin(), request.words.end());
  out.variables = {{"HOME", kHomeFolder}, {"TMPDIR", "/tmp"}};
  return out;
}

}  // namespace assay::program
