// The NVIDIA GPU of this machine.
#pragma once

#include <string>
#include <vector>

namespace assay::lab {

// Whether the driver has one.
bool HasGpu();
// The device files that the driver's libraries open; empty without one.
std::vector<std::string> GpuDevices();

}  // namespace assay::lab
