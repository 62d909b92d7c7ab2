// The bugs of a store, for people.
#pragma once

#include "base/result.h"
#include "store/store.h"

namespace assay::cli::findings {

// One line per bug, worst first.
Status PrintBugs(const store::Store& store);

}  // namespace assay::cli::findings
