// A model as a page draws it: operators, and the tensors between them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "graph/graph.h"

namespace assay::web {

// {"nodes": [{"id", "op", "domain", "name", "attributes": {name: text}, "operands", "results",
// "wrong"}], "edges": [{"from", "to", "operand", "tensor", "type", "shape", "wrong"}], "inputs":
// [{"id", "name", "type", "shape", "wrong"}], "outputs": [as inputs]}. Ends of edges are ids of
// nodes ("n0"), inputs ("i0") and outputs ("o0"); "operand" is the place among the operands of the
// node that it ends at, missing where it ends at an output or a body takes it. Operands and results
// are all of the node, in order: [{"name", "type", "shape", "wrong"}], the name "" where one is
// left out. Weights stand among the attributes of the node that reads them; "attribute" of such an
// operand is their key there. Of a graph with more nodes than a page can draw only {"note"}.
// `wrong`: names of tensors. `first`: that at which it begins, "" when nobody knows; only the
// operator that makes it is called wrong.
nlohmann::json GraphJson(const Graph& graph, const std::vector<std::string>& wrong,
                         const std::string& first = "");

}  // namespace assay::web
