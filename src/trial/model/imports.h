// Imports that a written program forgot.
#pragma once

#include <string>

namespace assay::trial {

// `program` with an import in front for every undefined name that everybody writes the same way
// (torch, np, tf, jnp, F …). Other names stay undefined.
std::string CompleteImports(const std::string& program);

}  // namespace assay::trial
