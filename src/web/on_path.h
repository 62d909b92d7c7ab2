#pragma once

#include <string>

namespace assay::web {

// Whether $PATH has a program of that name.
bool OnPath(const std::string& program);

}  // namespace assay::web
