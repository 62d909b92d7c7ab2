// Nobody reads a model of fifty nodes.
#include "report/gate/check.h"

namespace assay::report::gate {

Outcome CheckReduced(const Dossier& dossier, const Rule& rule, const Project&) {
  const std::string cure = StrCat("assay reduce ", dossier.row.id);
  const size_t nodes = dossier.smallest.model.graph.node_count();
  const bool small = static_cast<double>(nodes) <= rule.at_most;
  if (!dossier.reduction.has_value())
    return Unknown(StrCat(nodes, " nodes, and it was not reduced"), cure);
  const std::string size =
      StrCat(nodes, nodes == 1 ? " node" : " nodes", ", from ", dossier.reduction->original_nodes);
  if (!dossier.reduction->complete) return Unknown(size + "; the search was cut short", cure);
  if (!small)
    return FailWith(StrCat(size, "; required: at most ", rule.at_most),
                    "reduce it by hand, or say in the report why it cannot be smaller");
  return Pass(size);
}

}  // namespace assay::report::gate
