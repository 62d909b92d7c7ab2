// Where the Python environment of a name lies.
#pragma once

#include <string>

namespace assay::lab {

// The link <name> in EnvironmentLinks(home), unless $ASSAY_ENVIRONMENT_FOLDERS names another folder
// for it: "jax=/folder:torch=/other". So everything that asks for an environment by its name
// (targets, programs, documentation) works on another installation of the same framework.
std::string EnvironmentFolder(const std::string& home, const std::string& name);

}  // namespace assay::lab
