#include "bugs/environment/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace assay::bugs {

FileLock::FileLock(const std::string& file, Kind kind, bool wait) {
  descriptor_ = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ < 0) return;
  const int how = (kind == Kind::kShared ? LOCK_SH : LOCK_EX) | (wait ? 0 : LOCK_NB);
  while (flock(descriptor_, how) != 0) {
    if (errno == EINTR) continue;
    close(std::exchange(descriptor_, -1));
    return;
  }
}

FileLock::FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock::~FileLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace assay::bugs
