// One folder <library>/issue_<id> of a database.
#pragma once

#include <string>
#include <vector>

#include "bugs/database/bug.h"
#include "bugs/database/database.h"

namespace assay::bugs {

// `folder` is absolute. Whatever is missing is told in `oddities`, and the bug is still there.
Bug ReadFolder(const std::string& library, const std::string& id, const std::string& folder,
               std::vector<Oddity>& oddities);

// Lines of a requirements file without comments and empty ones; lines that end in \ are joined.
std::vector<std::string> RequirementLines(std::string_view text);

// Weighs the bug's row, script and test: sets needs_gpu and gpu_evidence.
struct GpuSigns {
  bool docker_gpus = false, cpu_way = false;  // of the script
  std::string code;                           // what in the test wants one
};
void DecideGpu(Bug& bug, const GpuSigns& signs);

// Whether a path of a database stays in it, whatever links it goes through.
// False also when it leads nowhere. `root` is canonical.
bool IsWithin(const std::string& path, const std::string& root);

}  // namespace assay::bugs
