// Where judges disagree on what is right, nobody is accused.
#include "report/gate/check.h"

namespace assay::report::gate {

Outcome CheckUndisputed(const Dossier& dossier, const Rule&, const Project&) {
  const nlohmann::json& fact = dossier.Fact("opinion");
  std::vector<std::string> agree, contradict;
  for (const nlohmann::json& judge : fact.value("judges", nlohmann::json::array())) {
    const std::string says = judge.value("says", ""), who = judge.value("target", "");
    if (says == "agrees") agree.push_back(who);
    if (says == "contradicts" || says == "differs") contradict.push_back(who);
  }
  if (dossier.row.state == "disputed" || fact.value("disputed", false))
    return FailWith(StrCat(Join(contradict, ", "), " contradicts the reference, too"),
                    "find out from the standard who is right; see the finding's values");
  if (!agree.empty()) return Pass(StrCat(Join(agree, ", "), " computes what the reference does"));
  return Pass("no other judge contradicts the reference");
}

}  // namespace assay::report::gate
