// Forms of nodes that the text of the standard does not have and its own functions or library take.
#pragma once

#include <string>

#include "graph/graph.h"

namespace assay::oracle {

// The first such form of the main graph in a sentence; "" when there is none. Who refuses it keeps
// to the text, who takes it to the library: neither is to blame.
std::string LooseForm(const Model& model);

}  // namespace assay::oracle
