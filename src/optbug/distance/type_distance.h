// The distance of two types by their ancestors.
#pragma once

#include <string>
#include <vector>

namespace assay::optbug {

// Each list holds a type and its parents, itself first. One for every level that differs, compared
// level by level until they meet or either has no parent left.
int TypeDistance(const std::vector<std::string>& a, const std::vector<std::string>& b);

}  // namespace assay::optbug
