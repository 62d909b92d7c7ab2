// The project that reports on a framework go to.
#pragma once

#include <optional>
#include <string>

#include "report/gate/project.h"

namespace assay::dossier {

// The first file of projects/ that names `framework`; nothing when none does or can be read.
std::optional<report::gate::Project> ProjectOf(const std::string& framework);

}  // namespace assay::dossier
