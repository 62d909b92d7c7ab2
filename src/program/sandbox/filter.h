// The filter of system calls (seccomp) that every sandboxed program gets on top of its namespaces.
#pragma once

#include <string>

#include "base/result.h"

namespace assay::program {

struct FilterOptions {
  bool no_sockets = false;    // without a network namespace: connected pairs only
  bool no_signals = false;    // without a process namespace: no signals by kill(2)
  bool no_processes = false;  // where nothing bounds their number: threads only
};

// The filter as the kernel reads it: an array of struct sock_filter.
Result<std::string> MakeFilter(const FilterOptions& options);

}  // namespace assay::program
