// The kind of machine that this runs on.
#pragma once

#include <string>

namespace assay {

// "x86_64", "aarch64": as `uname -m` says it, and with it Python and the names of wheels.
const std::string& HostMachine();

}  // namespace assay
