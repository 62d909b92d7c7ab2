// Ordinary programs: a call that works, with one argument changed to a value from the edge of what
// is allowed. They claim nothing; a crash or a hang is a finding, an exception is not.
#pragma once

#include <string>
#include <vector>

#include "judge/trial_names.h"

namespace assay::judge {

struct OrdinaryProgram {
  std::string what;       // "`input` without elements"
  std::string parameter;  // whose argument was changed; "receiver", or "" for the call as it is
  std::string program;
};

// At most `most`, no two the same program (names and layout aside). The plain call comes first,
// then the changes in turns: first one of each kind, for each argument.
std::vector<OrdinaryProgram> OrdinaryPrograms(const knowledge::ApiDoc& doc,
                                              const std::vector<ApiCall>& calls,
                                              const Dialect& dialect, size_t most);

}  // namespace assay::judge
