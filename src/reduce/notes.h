// What matters in a reduced case and what does not, found out by trying.
#pragma once

#include <string>
#include <vector>

#include "reduce/search.h"

namespace assay::reduce {

// One line per input, weight, axis and attribute: "x: any float32 value > 0". The case stays as it
// is.
std::vector<std::string> FindNotes(Search& search);

struct OpsetRange {
  int low = 0, high = 0;
};
// The versions of the standard operators around the case's own that show the failure, too.
OpsetRange FindOpsets(Search& search);

}  // namespace assay::reduce
