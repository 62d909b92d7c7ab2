// Old releases are not mended: the newest known one must show it, by the first sighting or by a
// retest.
#include "report/gate/check.h"
#include "triage/versions.h"

namespace assay::report::gate {

Outcome CheckNewestVersion(const Dossier& dossier, const Rule&, const Project& project) {
  const std::string retest =
      StrCat("assay findings retest ", dossier.row.id, " --targets ", dossier.framework);
  if (dossier.row.state == "fixed") {
    std::string version;
    for (const store::HistoryRow& event : dossier.history)
      if (event.event == "fixed") version = event.version;
    return FailWith(StrCat("fixed in ", version), "nothing is left to report");
  }
  std::string shown = dossier.row.version;
  for (const store::HistoryRow& event : dossier.history)
    if ((event.event == "still there" || event.event == "regressed") &&
        triage::CompareVersions(event.version, shown) > 0)
      shown = event.version;
  if (shown.empty() || dossier.newest.empty())
    return Unknown(
        StrCat("shown in ", shown.empty() ? "an unknown version" : shown,
               "; the newest release of ", dossier.framework, " is not known"),
        StrCat("assay findings ready ", dossier.row.id, " --project ", project.name, " --online"));
  if (triage::CompareVersions(shown, dossier.newest) >= 0)
    return Pass(StrCat("shows in ", shown, ", ", dossier.newest_how));
  return FailWith(
      StrCat("shown in ", shown, " only; the newest is ", dossier.newest, ", ", dossier.newest_how),
      StrCat("assay targets add ", dossier.framework, "@", dossier.newest, " && ", retest, "@",
             dossier.newest));
}

}  // namespace assay::report::gate
