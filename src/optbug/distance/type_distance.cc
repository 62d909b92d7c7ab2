#include "optbug/distance/type_distance.h"

#include <algorithm>

namespace assay::optbug {

int TypeDistance(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  const size_t levels = std::min(a.size(), b.size());
  size_t level = 0;
  while (level < levels && a[level] != b[level]) ++level;
  return static_cast<int>(level);
}

}  // namespace assay::optbug
