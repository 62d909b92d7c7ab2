// The NVIDIA GPU of this machine.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace assay::lab {

// Whether the driver has one.
bool HasGpu();
// Of --gpu: an error where there is none.
Status CheckGpuFlag();
// The device files that the driver's libraries open; empty without one.
std::vector<std::string> GpuDevices();

}  // namespace assay::lab
