// Kind of a reply after which the worker's process is of no use: its accelerator answers nothing
// any more. It counts as the end of the process; what the process ran before may be to blame.
#pragma once

namespace assay::lab {

inline constexpr const char* kDeviceLost = "device-lost";

}  // namespace assay::lab
