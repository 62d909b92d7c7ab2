// What a process and all below it use at this moment.
#pragma once

#include <sys/types.h>

namespace assay::program {

struct Usage {
  double resident_mb = 0;  // memory of their own: what is shared with files does not count
  double cpu_s = 0;        // of those that live
  int processes = 0;
};

Usage UsageOf(pid_t root);

// Kills everything below `root`, for sandboxes without a process namespace. `root` adopts what its
// children leave behind.
void KillBelow(pid_t root);

}  // namespace assay::program
