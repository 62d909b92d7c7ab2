// Whether a path of a database stays in it, whatever links it goes through.
#pragma once

#include <string>

namespace assay::bugs {

// False also when it leads nowhere. `root` is canonical.
bool IsWithin(const std::string& path, const std::string& root);

}  // namespace assay::bugs
