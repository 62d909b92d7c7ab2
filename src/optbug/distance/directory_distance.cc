#include "optbug/distance/directory_distance.h"

#include <algorithm>

#include "base/strings.h"

namespace assay::optbug {
namespace {

std::vector<std::string> Levels(const std::string& path) {
  return path.empty() ? std::vector<std::string>() : Split(path, '/');
}

}  // namespace

int DirectoryDistance(const std::string& a, const std::string& b) {
  const std::vector<std::string> left = Levels(a), right = Levels(b);
  size_t common = 0;
  while (common < std::min(left.size(), right.size()) && left[common] == right[common]) ++common;
  return static_cast<int>(std::max(left.size(), right.size()) - common);
}

}  // namespace assay::optbug
