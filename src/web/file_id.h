// Which file a path names now; another one when the file was replaced.
#pragma once

#include <sys/stat.h>

#include <optional>
#include <string>
#include <utility>

#include "store/address.h"

namespace assay::web {

using FileId = std::pair<dev_t, ino_t>;

// Nothing when there is none.
inline std::optional<FileId> FileIdOf(const std::string& path) {
  if (store::IsAddress(path)) return FileId();  // a database stays what it is
  struct stat about = {};
  if (stat(path.c_str(), &about) != 0) return std::nullopt;
  return FileId(about.st_dev, about.st_ino);
}

}  // namespace assay::web
