// Positions of extremes and of sorted elements change with the last bit of a value, so comparing
// them gets around every tolerance.
#include "report/gate/check.h"

namespace assay::report::gate {

namespace {

// Which output of an operator holds positions; -1: none.
int IndexOutput(const std::string& op) {
  if (op == "ArgMax" || op == "ArgMin") return 0;
  if (op == "TopK" || op == "MaxPool" || op == "Unique") return 1;
  return op == "NonMaxSuppression" ? 0 : -1;
}

// Outputs behind the values are all positions or counts (TopK, Unique).
bool GivesPositions(const Node& node, const Dossier& dossier) {
  const int index = IndexOutput(node.op);
  if (index < 0) return false;
  for (size_t i = static_cast<size_t>(index); i < node.outputs.size(); ++i)
    if (node.outputs[i] != kAbsent && dossier.WrongOutputUses(node, i)) return true;
  return false;
}

}  // namespace

Outcome CheckNoIndices(const Dossier& dossier, const Rule&, const Project&) {
  if (!dossier.ComparesValues()) return NotAsked("no values are compared");
  for (const Node* node : dossier.NodesBehindWrongOutput()) {
    if (!GivesPositions(*node, dossier)) continue;
    if (dossier.WrongOutput() == kAbsent)
      return Unknown(StrCat("the wrong output is not named, and ", node->op, " gives positions"),
                     StrCat("assay findings confirm ", dossier.row.id));
    return FailWith(StrCat("the wrong output depends on the positions that ", node->op, " gives"),
                    "show the wrong values themselves, not where they stand");
  }
  return Pass("no positions among what is compared");
}

}  // namespace assay::report::gate
