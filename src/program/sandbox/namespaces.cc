// The same sandbox without bubblewrap: namespaces, mounts and the filter made by system calls of
// our own.
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/strings.h"
#include "program/sandbox/box.h"
#include "program/sandbox/filter.h"
#include "program/sandbox/plan.h"

namespace assay::program {
namespace {

using Kind = Step::Kind;
constexpr uint64_t kNamespaces = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET |
                                 CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;
constexpr uint64_t kPlainMount = MS_NOSUID | MS_NODEV;
// Waiting processes of the sandbox itself.
constexpr uint64_t kOwnNamespaceProcesses = 2;

void AddTmpfs(std::vector<Step>& steps, const std::string& place, uint64_t bytes) {
  steps.push_back({.kind = Kind::kMount,
                   .text = "tmpfs",
                   .other = place,
                   .type = "tmpfs",
                   .data = StrCat("mode=755,size=", bytes, ",nr_inodes=65536"),
                   .number = kPlainMount});
}

void AddBind(std::vector<Step>& steps, const Mount& mount, const std::string& place) {
  const bool folder = mount.kind == Mount::Kind::kReadOnly && mount.folder;
  steps.push_back({.kind = folder ? Kind::kFolder : Kind::kFile, .text = place});
  steps.push_back(
      {.kind = Kind::kMount, .text = mount.source, .other = place, .number = MS_BIND | MS_REC});
  if (mount.kind == Mount::Kind::kReadOnly)
    steps.push_back({.kind = Kind::kReadOnly, .text = place});
}

// All but /proc, which has to be mounted by a process of the new process namespace.
void AddMount(std::vector<Step>& steps, const Mount& mount, const std::string& root) {
  const std::string place = root + mount.target;
  switch (mount.kind) {
    case Mount::Kind::kReadOnly:
    case Mount::Kind::kDevice:
      return AddBind(steps, mount, place);
    case Mount::Kind::kTmpfs:
      steps.push_back({.kind = Kind::kFolder, .text = place});
      return AddTmpfs(steps, place, mount.bytes);
    case Mount::Kind::kFolder:
    case Mount::Kind::kProc:
      return steps.push_back({.kind = Kind::kFolder, .text = place});
    case Mount::Kind::kLink:
      return steps.push_back({.kind = Kind::kLink, .text = place, .other = mount.source});
  }
}

void AddIdentity(std::vector<Step>& steps, uint64_t user, uint64_t group) {
  const auto write = [&steps](const char* file, std::string text) {
    steps.push_back({.kind = Kind::kWrite, .text = file, .other = std::move(text)});
  };
  write("/proc/self/setgroups", "deny");
  write("/proc/self/uid_map", StrCat(kInsideId, " ", user, " 1"));
  write("/proc/self/gid_map", StrCat(kInsideId, " ", group, " 1"));
}

}  // namespace

Result<Launch> NamespaceLaunch(const BoxRequest& request, uint64_t uid) {
  Launch out;
  ASSAY_ASSIGN(const std::string folder, PlanFolder());
  std::vector<Mount> mounts = PlanMounts(request.readable, request.limits.scratch_mb << 20);
  std::vector<Step>& steps = out.steps;
  if (uid != 0) {
    StageReadable(steps, mounts, folder + "/stage");
    steps.push_back({.kind = Kind::kBecome, .number = uid});
  }
  steps.push_back({.kind = Kind::kUnshare, .number = kNamespaces});
  AddIdentity(steps, uid != 0 ? uid : geteuid(), uid != 0 ? uid : getegid());
  steps.push_back({.kind = Kind::kLoopback});
  steps.push_back(
      {.kind = Kind::kMount, .text = "none", .other = "/", .number = MS_REC | MS_PRIVATE});
  const std::string root = folder + "/root";
  constexpr uint64_t kRootBytes = 1 << 20;  // folders and links only
  AddTmpfs(steps, root, kRootBytes);
  for (const Mount& mount : mounts) AddMount(steps, mount, root);
  steps.push_back({.kind = Kind::kForkInit});
  steps.push_back({.kind = Kind::kMount,
                   .text = "proc",
                   .other = root + "/proc",
                   .type = "proc",
                   .number = kPlainMount | MS_NOEXEC});
  steps.push_back({.kind = Kind::kRoot, .text = root});
  steps.push_back({.kind = Kind::kMount,
                   .text = "none",
                   .other = "/",
                   .number = MS_REMOUNT | MS_BIND | MS_RDONLY | kPlainMount});
  steps.push_back({.kind = Kind::kForkProgram});
  steps.push_back({.kind = Kind::kChangeFolder, .text = kWorkFolder});
  AddLimits(steps, request.limits);
  steps.push_back({.kind = Kind::kLimit,
                   .number = request.limits.processes + kOwnNamespaceProcesses,
                   .which = RLIMIT_NPROC});
  steps.push_back({.kind = Kind::kNoPrivileges});
  if (!request.nests) {
    ASSAY_ASSIGN(std::string filter, MakeFilter({}));
    steps.push_back({.kind = Kind::kFilter, .data = std::move(filter)});
  }
  out.variables = {{"HOME", kHomeFolder}, {"TMPDIR", "/tmp"}};
  return out;
}

}  // namespace assay::program
