#include "base/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>

#include "base/strings.h"

namespace assay {
namespace {

// Closes the descriptor when it goes out of scope.
struct Descriptor {
  int fd;
  ~Descriptor() {
    if (fd >= 0) close(fd);
  }
};

}  // namespace

Result<std::string> ReadFile(const std::string& path, uint64_t limit) {
  // O_NONBLOCK: opening a pipe that nobody writes to would wait forever; regular files do not care.
  const Descriptor file{open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
  if (file.fd < 0) return Invalid(StrCat("cannot open ", path, ": ", std::strerror(errno)));
  struct stat info{};
  if (fstat(file.fd, &info) != 0 || !S_ISREG(info.st_mode))
    return Invalid(StrCat("cannot read ", path, ": not a regular file"));
  const auto size = static_cast<uint64_t>(info.st_size);
  if (size > limit)
    return Invalid(StrCat(path, " has ", size, " bytes; at most ", limit, " are accepted here"));
  std::string content(size, '\0');
  size_t done = 0;
  while (done < size) {
    const ssize_t got = read(file.fd, content.data() + done, size - done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return Invalid(StrCat("cannot read ", path, ": ", std::strerror(errno)));
    if (got == 0) break;
    done += static_cast<size_t>(got);
  }
  content.resize(done);
  return content;
}

Status WriteFile(const std::string& path, std::string_view content) {
  static std::atomic<unsigned> calls{0};  // threads may write the same file at the same time
  const std::string temporary = StrCat(path, ".tmp", getpid(), "-", calls++);
  {
    const Descriptor file{open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)};
    if (file.fd < 0) return Invalid(StrCat("cannot write ", path, ": ", std::strerror(errno)));
    size_t done = 0;
    while (done < content.size()) {
      const ssize_t put = write(file.fd, content.data() + done, content.size() - done);
      if (put < 0 && errno == EINTR) continue;
      if (put < 0) {
        const int reason = errno;
        unlink(temporary.c_str());
        return Invalid(StrCat("cannot write ", path, ": ", std::strerror(reason)));
      }
      done += static_cast<size_t>(put);
    }
  }
  if (rename(temporary.c_str(), path.c_str()) != 0) {
    const int reason = errno;
    unlink(temporary.c_str());
    return Invalid(StrCat("cannot write ", path, ": ", std::strerror(reason)));
  }
  return {};
}

std::vector<std::filesystem::path> EntriesOf(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> out;
  std::error_code failed;
  for (std::filesystem::directory_iterator it(folder, failed), end; !failed && it != end;
       it.increment(failed))
    out.push_back(it->path());
  std::ranges::sort(out);
  return out;
}

}  // namespace assay
