#include "bugs/database/within.h"

#include <filesystem>

namespace assay::bugs {

bool IsWithin(const std::string& path, const std::string& root) {
  std::error_code failed;
  const std::string real = std::filesystem::canonical(path, failed);
  return !failed && (real == root || real.starts_with(root == "/" ? root : root + "/"));
}

}  // namespace assay::bugs
