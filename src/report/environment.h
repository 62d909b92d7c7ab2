// The environment that a target runs in: what a maintainer asks for first.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "lab/registry.h"

namespace assay::report {

// {"framework", "version", "os", "cpu", "python", "packages": {name: version}}: what can be found
// out on this machine without starting anything. Targets without a Python environment have no
// "python" and "packages".
nlohmann::json EnvironmentJson(const lab::Target& target);

// Parts of it, for tests: the system's name out of an os-release file, the processor out of
// /proc/cpuinfo, distributions and versions out of a site-packages folder.
std::string SystemName(const std::string& os_release);
std::string ProcessorName(const std::string& cpuinfo);
nlohmann::json InstalledPackages(const std::string& site_packages);

}  // namespace assay::report
