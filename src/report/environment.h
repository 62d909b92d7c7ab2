// The environment that a target runs in: what a maintainer asks for first.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "base/machine.h"
#include "lab/registry.h"
#include "store/rows.h"

namespace assay::report {

// {"framework", "version", "machine", "os", "cpu", "python", "packages": {name: version}}: what can
// be found out on this machine without starting anything. Targets without a Python environment have
// no "python" and "packages".
nlohmann::json EnvironmentJson(const lab::Target& target);

// The same of a finding that was seen on `seen_on`: that of this machine, unless it was seen on
// other architectures than `here` only. Of those no more is known than "machine" and "cpu".
nlohmann::json EnvironmentJson(const lab::Target& target,
                               const std::vector<store::SeenOnRow>& seen_on,
                               const std::string& here = HostMachine());

// Parts of it, for tests: the system's name out of an os-release file, distributions and versions
// out of a site-packages folder.
std::string SystemName(const std::string& os_release);
nlohmann::json InstalledPackages(const std::string& site_packages);

}  // namespace assay::report
