// A compiled result counts as wrong only when it is further from the truth than the plain one.
//
// The plain mode stays within the certified bounds and the compiled one leaves them: that is
// further.
#include "report/gate/check.h"

namespace assay::report::gate {

Outcome CheckWorseThanPlain(const Dossier& dossier, const Rule& rule, const Project&) {
  if (!ModeFits(rule.modes, dossier.mode)) return NotAsked("the target is not a compiled mode");
  const std::string cure = StrCat("assay locate ", dossier.row.id);
  const nlohmann::json& location = dossier.Fact("location");
  if (!location.contains("modes")) return Unknown("other modes were not tried", cure);
  for (const nlohmann::json& mode : location["modes"]) {
    const std::string target = mode.value("target", "");
    const size_t colon = target.find(':');
    if (colon == std::string::npos || target.substr(colon + 1) != rule.against) continue;
    if (mode.value("shows", false))
      return FailWith(StrCat(target, " shows it, too: the compiler is not to blame"),
                      StrCat("report it of ", target, ", without the compiler"));
    if (mode.value("status", "") == "ok")
      return Pass(
          StrCat(target, " is within the certified bounds, ", dossier.row.target, " is not"));
    return FailWith(StrCat(target, " fails in another way: ", mode.value("status", "")),
                    "find out what the plain mode does first");
  }
  return Unknown(StrCat("the mode ", rule.against, " was not tried"), cure);
}

}  // namespace assay::report::gate
