// A result that changes with what lay in memory before is another bug than it seems: say so or do
// not report it.
#include "report/gate/check.h"

namespace assay::report::gate {

Outcome CheckNoGarbage(const Dossier& dossier, const Rule&, const Project&) {
  if (!dossier.ComparesValues()) return NotAsked("no values are compared");
  const nlohmann::json& fact = dossier.Fact("confirmation");
  if (!fact.contains("poison"))
    return Unknown("it was not run with poisoned memory",
                   StrCat("assay findings confirm ", dossier.row.id));
  const nlohmann::json& poison = fact["poison"];
  const std::string verdict = poison.value("verdict", "no verdict");
  if (poison.value("same", false)) return Pass(verdict);
  return FailWith(StrCat("the result changes with what lay in memory before: ", verdict),
                  "report it as a read of memory that was never written, not as a wrong number");
}

}  // namespace assay::report::gate
