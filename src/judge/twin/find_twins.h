// The frameworks that twins of judged APIs are looked for in.
#pragma once

#include <string>
#include <vector>

#include "trial/twin/twin_book.h"

namespace assay::judge {

// Of `framework`, whose `docs` are judged: every other one that programs can be written for and
// whose environment is ready. Nothing when the twin oracle is not among `oracles` (empty: all); it
// runs for torch, and for others only when it is asked for by name.
Result<std::vector<trial::TwinSource>> FindTwins(const std::string& framework,
                                                 const std::vector<knowledge::ApiDoc>& docs,
                                                 const std::vector<std::string>& oracles);

}  // namespace assay::judge
