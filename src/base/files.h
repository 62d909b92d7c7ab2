// Reading and writing whole files, with errors that name the file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay {

// Reads a regular file of at most `limit` bytes.
Result<std::string> ReadFile(const std::string& path, uint64_t limit = uint64_t{1} << 40);

// Writes through a temporary file and a rename, so that readers never see half a file.
Status WriteFile(const std::string& path, std::string_view content);

// What a folder holds, by name; nothing when it cannot be read.
std::vector<std::filesystem::path> EntriesOf(const std::filesystem::path& folder);

}  // namespace assay
