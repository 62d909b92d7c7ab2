#include "bugs/environment/share.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/strings.h"

namespace assay::bugs {
namespace {

namespace fs = std::filesystem;

// Smaller ones are many and hold little.
constexpr uint64_t kSmallestShared = 256 << 10;
constexpr size_t kComparedAtOnce = 1 << 20;

bool SameContent(const fs::path& a, const fs::path& b) {
  std::ifstream one(a, std::ios::binary), other(b, std::ios::binary);
  std::string left(kComparedAtOnce, 0), right(kComparedAtOnce, 0);
  while (one && other) {
    one.read(left.data(), static_cast<std::streamsize>(left.size()));
    other.read(right.data(), static_cast<std::streamsize>(right.size()));
    if (one.gcount() != other.gcount() ||
        !std::equal(left.begin(), left.begin() + one.gcount(), right.begin()))
      return false;
  }
  return one.eof() && other.eof();
}

bool IsPlainFile(const fs::path& path) {
  std::error_code failed;
  return fs::symlink_status(path, failed).type() == fs::file_type::regular;
}

// Whether `path` is now the file `twin`. It is replaced in one step, so it is never missing.
bool LinkTo(const fs::path& path, const fs::path& twin) {
  std::error_code failed;
  const fs::path link = StrCat(path.string(), ".shared");
  fs::create_hard_link(twin, link, failed);
  if (!failed) fs::rename(link, path, failed);
  if (!failed) return true;
  std::error_code ignored;
  fs::remove(link, ignored);
  return false;
}

}  // namespace

uint64_t ShareFiles(const std::string& folder, const std::vector<std::filesystem::path>& others) {
  uint64_t freed = 0;
  std::error_code failed, no_file;
  for (auto at = fs::recursive_directory_iterator(folder, failed);
       !failed && at != fs::recursive_directory_iterator(); at.increment(failed)) {
    const fs::path path = at->path();
    if (!IsPlainFile(path)) continue;
    const uint64_t size = at->file_size(no_file);
    if (no_file || size < kSmallestShared) continue;
    const fs::path place = path.lexically_relative(folder);
    for (const fs::path& other : others) {
      const fs::path twin = other / place;
      if (twin == path || !IsPlainFile(twin) || fs::file_size(twin, no_file) != size) continue;
      if (fs::equivalent(path, twin, no_file)) break;
      if (!SameContent(path, twin) || !LinkTo(path, twin)) continue;
      freed += size;
      break;
    }
  }
  return freed;
}

}  // namespace assay::bugs
