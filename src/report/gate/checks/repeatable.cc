// It must show every time, each time in a process of its own.
#include "report/gate/check.h"

namespace assay::report::gate {

Outcome CheckRepeatable(const Dossier& dossier, const Rule& rule, const Project&) {
  const std::string cure = StrCat("assay findings confirm ", dossier.row.id);
  if (dossier.row.state == "flaky")
    return FailWith("it comes and goes",
                    cure + " --runs 20 measures how often; report it only with that rate");
  const nlohmann::json& fact = dossier.Fact("confirmation");
  if (fact.empty()) return Unknown("it was not counted how often it repeats", cure);
  const int runs = fact.value("runs", 0), shown = fact.value("shown", 0);
  const std::string seen = StrCat(shown, " of ", runs, " runs in clean processes");
  if (shown < runs) return FailWith(seen, "report it only with that rate, if at all");
  if (runs < rule.at_least)
    return Unknown(StrCat(seen, "; required: ", rule.at_least),
                   StrCat(cure, " --runs ", rule.at_least));
  return Pass(seen);
}

}  // namespace assay::report::gate
