// The weakest sandbox: for machines that allow no namespaces. Landlock limits what files the
// program reaches, the filter forbids connections, limits hold per process. The program still sees
// which other processes run.
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/strings.h"
#include "program/sandbox/box.h"
#include "program/sandbox/filter.h"
#include "program/sandbox/plan.h"

namespace assay::program {
namespace {

using Kind = Step::Kind;
constexpr uint64_t kReadRights =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr uint64_t kFileRights = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE;
constexpr uint64_t kAllRights =
    (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1;  // those of the first version

bool Allow(int rules, const std::string& path, uint64_t rights) {
  const int place = open(path.c_str(), O_PATH | O_CLOEXEC);
  if (place < 0) return errno == ENOENT;
  landlock_path_beneath_attr rule{};
  rule.allowed_access = rights;
  rule.parent_fd = place;
  const bool done =
      syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
  close(place);
  return done;
}

Result<int> MakeRules(const std::vector<Mount>& mounts, const std::string& scratch) {
  landlock_ruleset_attr wanted{};
  wanted.handled_access_fs = kAllRights;
  const auto rules = static_cast<int>(
      syscall(SYS_landlock_create_ruleset, &wanted, sizeof wanted.handled_access_fs, 0));
  if (rules < 0) return Invalid(StrCat("this kernel has no Landlock: ", std::strerror(errno)));
  bool fine = Allow(rules, scratch, kAllRights) && Allow(rules, "/proc", kReadRights);
  for (const Mount& mount : mounts) {
    if (mount.kind == Mount::Kind::kReadOnly)
      fine = fine && Allow(rules, mount.source, mount.folder ? kReadRights : kFileRights);
    if (mount.kind == Mount::Kind::kDevice)
      fine = fine && Allow(rules, mount.source,
                           LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE);
  }
  if (fine) return rules;
  close(rules);
  return Invalid(StrCat("Landlock refuses a rule: ", std::strerror(errno)));
}

}  // namespace

Result<Launch> LandlockLaunch(const BoxRequest& request, uint64_t uid) {
  Launch out;
  ASSAY_ASSIGN(const std::string scratch, MakeScratch());
  std::vector<Mount> mounts = PlanMounts(request.readable, 0);
  ASSAY_ASSIGN(const int rules, MakeRules(mounts, scratch));
  FilterOptions options{.no_sockets = true, .no_signals = true};
  ASSAY_ASSIGN(std::string filter, MakeFilter(options));
  // Root without namespaces cannot show its own folders to another user; it stays root, without
  // capabilities.
  (void)uid;
  AddLimits(out.steps, request.limits);
  out.steps.push_back({.kind = Kind::kForkProgram});
  out.steps.push_back({.kind = Kind::kChangeFolder, .text = scratch});
  out.steps.push_back({.kind = Kind::kNoPrivileges});
  out.passed.push_back(rules);
  out.steps.push_back({.kind = Kind::kFileRules, .number = 3 + request.passed.size()});
  if (!request.nests) out.steps.push_back({.kind = Kind::kFilter, .data = std::move(filter)});
  out.variables = {{"HOME", scratch}, {"TMPDIR", scratch}};
  return out;
}

}  // namespace assay::program
