#include "program/sandbox/plan.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <set>

#include "base/files.h"
#include "base/strings.h"

namespace assay::program {
namespace {

namespace fs = std::filesystem;
using MountKind = Mount::Kind;

// The system, without /etc, /home, /var, /run and /sys as a whole.
constexpr const char* kSystemFolders[] = {"/usr",   "/bin",   "/sbin",  "/lib",
                                          "/lib32", "/lib64", "/libx32"};
// The processors' description: frameworks choose their kernels by it. Nothing of it can be changed.
constexpr const char* kSystemFiles[] = {"/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime",
                                        "/sys/devices/system/cpu", "/sys/devices/system/node"};
constexpr const char* kDevices[] = {"null", "zero", "full", "random", "urandom"};
constexpr std::pair<const char*, const char*> kDeviceLinks[] = {
    {"fd", "/proc/self/fd"}, {"stdin", "fd/0"}, {"stdout", "fd/1"}, {"stderr", "fd/2"}};
// Shared memory is a part of the scratch space; frameworks put whole batches there.
constexpr uint64_t kSharedMemoryPart = 4;

class Planner {
 public:
  // All folders above `path`, so that it can be mounted on.
  void AddParents(const std::string& path) {
    for (size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1))
      AddFolder(path.substr(0, at));
  }
  void AddFolder(const std::string& path) {
    if (present_.insert(path).second) mounts_.push_back({MountKind::kFolder, path, "", 0});
  }
  void Add(Mount mount) {
    if (Covered(mount.target)) return;
    if (mount.kind == MountKind::kLink && present_.contains(mount.target)) return;
    AddParents(mount.target);
    if (mount.kind == MountKind::kReadOnly) {
      covered_.push_back(mount.target + "/");
      mount.folder = fs::is_directory(mount.source);
    }
    present_.insert(mount.target);
    mounts_.push_back(std::move(mount));
  }
  std::vector<Mount> Take() { return std::move(mounts_); }

 private:
  bool Covered(const std::string& path) const {
    for (const std::string& folder : covered_)
      if ((path + "/").starts_with(folder)) return true;
    return false;
  }
  std::set<std::string> present_;
  std::vector<std::string> covered_;
  std::vector<Mount> mounts_;
};

void AddSystem(Planner& planner) {
  for (const std::string folder : kSystemFolders) {
    if (fs::is_symlink(folder))
      planner.Add({MountKind::kLink, folder, fs::read_symlink(folder), 0});
    else if (fs::exists(folder))
      planner.Add({MountKind::kReadOnly, folder, folder, 0});
  }
  for (const std::string file : kSystemFiles)
    if (fs::exists(file)) planner.Add({MountKind::kReadOnly, file, fs::canonical(file), 0});
}

void AddDevices(Planner& planner, uint64_t shared_bytes) {
  for (const char* name : kDevices)
    planner.Add({MountKind::kDevice, StrCat("/dev/", name), StrCat("/dev/", name), 0});
  for (const auto& [name, goal] : kDeviceLinks)
    planner.Add({MountKind::kLink, StrCat("/dev/", name), goal, 0});
  planner.Add({MountKind::kTmpfs, "/dev/shm", "", shared_bytes});
}

struct RemovedAtTheEnd {
  std::string path;
  pid_t owner = 0;
  ~RemovedAtTheEnd() {
    std::error_code ignored;
    if (!path.empty() && owner == getpid()) fs::remove_all(path, ignored);
  }
};

Result<std::string> MakePlanFolder() {
  SweepOwnFolders();
  ASSAY_ASSIGN(const std::string path, MakeOwnFolder());
  for (const char* name : {"root", "stage", "etc"}) {
    const std::string folder = path + "/" + name;
    if (mkdir(folder.c_str(), 0755) != 0 || chmod(folder.c_str(), 0755) != 0)
      return Invalid(StrCat("cannot make ", folder, ": ", std::strerror(errno)));
  }
  ASSAY_RETURN_IF_ERROR(WriteFile(path + "/etc/passwd", StrCat("user:x:", kInsideId, ":", kInsideId,
                                                               "::", kHomeFolder, ":/bin/sh\n")));
  ASSAY_RETURN_IF_ERROR(WriteFile(path + "/etc/group", StrCat("user:x:", kInsideId, ":\n")));
  ASSAY_RETURN_IF_ERROR(WriteFile(path + "/etc/hosts", "127.0.0.1 localhost\n"));
  for (const char* name : {"passwd", "group", "hosts"})
    chmod((path + "/etc/" + name).c_str(), 0644);
  return path;
}

constexpr std::string_view kPrefix = "assay-box-";
constexpr const char* kLock = "/lock";

bool IsOurs(const std::string& path) {
  struct stat info{};
  return lstat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == geteuid();
}

bool IsGone(int pid) { return kill(pid, 0) != 0 && errno == ESRCH; }

// Whether somebody holds the lock; a folder without one was not finished, and nobody uses it.
bool IsLocked(const std::string& path) {
  const int file = open((path + kLock).c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (file < 0) return false;
  const bool free = flock(file, LOCK_EX | LOCK_NB) == 0;
  close(file);
  return !free;
}

}  // namespace

std::vector<Mount> PlanMounts(const std::vector<std::string>& readable, uint64_t scratch_bytes) {
  Planner planner;
  AddSystem(planner);
  AddDevices(planner, scratch_bytes / kSharedMemoryPart);
  planner.Add({MountKind::kProc, "/proc", "", 0});
  planner.Add({MountKind::kTmpfs, "/tmp", "", scratch_bytes});
  planner.AddFolder(kWorkFolder);
  planner.AddFolder(kHomeFolder);
  if (const auto own = PlanFolder(); own.ok())
    for (const char* name : {"passwd", "group", "hosts"})
      planner.Add({MountKind::kReadOnly, StrCat("/etc/", name), StrCat(*own, "/etc/", name), 0});
  for (const std::string& path : readable)
    if (fs::is_symlink(path))
      planner.Add({MountKind::kLink, path, fs::read_symlink(path), 0});
    else
      planner.Add(
          {fs::is_character_file(path) ? MountKind::kDevice : MountKind::kReadOnly, path, path, 0});
  return planner.Take();
}

Result<std::string> PlanFolder() {
  static RemovedAtTheEnd folder;
  static const Result<std::string> made = [] {
    Result<std::string> out = MakePlanFolder();
    if (out.ok()) {
      folder.path = *out;
      folder.owner = getpid();
    }
    return out;
  }();
  return made;
}

Result<std::string> MakeScratch() {
  ASSAY_ASSIGN(std::string path, PlanFolder());
  path += "/scratch-XXXXXX";
  if (mkdtemp(path.data()) == nullptr)
    return Invalid(
        StrCat("cannot make a folder under /tmp for the sandbox: ", std::strerror(errno)));
  return path;
}

size_t SweepOwnFolders(const std::string& parent) {
  size_t count = 0;
  std::error_code error;
  for (fs::directory_iterator it(parent, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename();
    if (!name.starts_with(kPrefix)) continue;
    const int pid = std::atoi(name.c_str() + kPrefix.size());
    if (pid <= 0 || !IsGone(pid) || !IsOurs(it->path()) || IsLocked(it->path())) continue;
    std::error_code failed;
    fs::remove_all(it->path(), failed);
    count += failed ? 0 : 1;
  }
  return count;
}

Result<std::string> MakeOwnFolder(const std::string& parent) {
  std::string path = StrCat(parent, "/", kPrefix, getpid(), "-XXXXXX");
  const auto problem = [&] {
    return Invalid(
        StrCat("cannot make the folder ", path, " for the sandbox: ", std::strerror(errno)));
  };
  if (mkdtemp(path.data()) == nullptr || chmod(path.c_str(), 0755) != 0) return problem();
  // Stays open: the lock ends with the process, however that ends.
  const int lock = open((path + kLock).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (lock < 0 || flock(lock, LOCK_EX | LOCK_NB) != 0) return problem();
  return path;
}

}  // namespace assay::program
