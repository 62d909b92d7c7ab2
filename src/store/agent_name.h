// Names of the processes that share a store.
#pragma once

#include <string>

namespace assay::store {

// A name that no other process has: machine, process, chance.
std::string NewAgent();
std::string MachineName();

}  // namespace assay::store
