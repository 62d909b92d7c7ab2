#include "program/sandbox/own_folder.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "base/strings.h"

namespace assay::program {
namespace {

namespace fs = std::filesystem;
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
