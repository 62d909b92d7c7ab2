// Tables of figures beside those of a paper.
#pragma once

#include "base/grid.h"

namespace assay::cli {

// The first column says where a row comes from: `measured` ones stand out. Without any an empty row
// says that there is none yet.
void PrintGrid(const Grid& grid);

}  // namespace assay::cli
