// Duplicates are closed at sight: known bugs, and what was reported from this store before.
#include "report/gate/check.h"

namespace assay::report::gate {

Outcome CheckNotKnown(const Dossier& dossier, const Rule&, const Project&) {
  const nlohmann::json& report = dossier.Fact("report");
  if (dossier.row.state == "reported" || !report.empty())
    return FailWith(StrCat("reported before: ", report.value("link", "no link was kept")),
                    "add what is new to that report");
  for (const Sibling& sibling : dossier.siblings)
    if (sibling.state == "reported")
      return FailWith(StrCat("the same bug as ", sibling.id, ", which was reported"),
                      StrCat("assay findings show ", sibling.id, " has the link"));
  const nlohmann::json& known = dossier.Fact("known");
  if (!known.value("id", "").empty())
    return FailWith(StrCat("a known bug: ", known.value("title", known.value("id", "")), " ",
                           known.value("link", "")),
                    "add what is new to that report");
  if (dossier.row.grouping.empty())
    return Unknown("it was not compared with the known bugs", "assay findings triage");
  return Pass("none of the known bugs, and nothing reported from this store");
}

}  // namespace assay::report::gate
