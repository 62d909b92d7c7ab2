// One report for one bug: of several findings with one cause, one is reported and names the others.
#include "report/gate/check.h"

namespace assay::report::gate {

Outcome CheckOneBug(const Dossier& dossier, const Rule&, const Project&) {
  if (dossier.row.grouping.empty())
    return Unknown("it was not compared with the other findings", "assay findings triage");
  if (dossier.siblings.empty()) return Pass("no other finding has this cause");
  std::vector<std::string> names;
  for (const Sibling& sibling : dossier.siblings)
    names.push_back(StrCat(sibling.id, " (", sibling.target, ")"));
  return Pass(StrCat("one report for it and ", Join(names, ", ")));
}

}  // namespace assay::report::gate
