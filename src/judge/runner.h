// Another way to run the same call, which must give the same: traced or compiled.
#pragma once

#include <string_view>
#include <vector>

#include "judge/oracle.h"

namespace assay::judge {

struct Runner {
  std::string_view framework;
  const char* name;
  const char* make;    // Python that turns the function `run` of the tensors @ into another
  bool needs_tensors;  // cannot do without arguments
};

// A trial that the call run by `runner` gives what it gives when run plainly. Only different
// results count; that something cannot be compiled is no lie of the documentation. Calls whose
// result changes from run to run are left out by the program itself.
void AddRunnerTrial(const OracleInput& input, std::string_view oracle, const Runner& runner,
                    std::vector<Trial>& out);

}  // namespace assay::judge
