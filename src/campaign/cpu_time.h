// CPU time of this process and of the workers.
#pragma once

namespace assay::campaign {

// Seconds of user and system time of this process, all threads.
double OwnCpuSeconds();
// The same of all children, those still running included.
double ChildrenCpuSeconds();
// Resident memory of this process in MB.
double ResidentMb();

}  // namespace assay::campaign
