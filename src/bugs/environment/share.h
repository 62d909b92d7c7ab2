// One copy on disk of files that several environments hold alike: the torch that twelve bugs ask
// for beside different versions of numpy takes its gigabytes once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace assay::bugs {

// Replaces the large files of `folder` that one of `others` has at the same place with the same
// content by hard links; returns how many bytes that freed. Nobody writes to files of an
// environment once it is made. What cannot be linked (another disk) stays as it is.
uint64_t ShareFiles(const std::string& folder, const std::vector<std::filesystem::path>& others);

}  // namespace assay::bugs
