#include "report/gate/gate.h"

#include <algorithm>

#include "base/check.h"
#include "base/strings.h"

namespace assay::report::gate {
namespace {

// Facts are JSON that other parts wrote: one of the wrong type is a fact that is not known.
Outcome Ask(const CheckDef& check, const Dossier& dossier, const Rule& rule,
            const Project& project) {
  try {
    return check.run(dossier, rule, project);
  } catch (const nlohmann::json::exception& error) {
    return Unknown(StrCat("a stored fact cannot be read: ", error.what()),
                   StrCat("assay findings show ", dossier.row.id, " --json"));
  }
}

}  // namespace

std::vector<Decision> RunGate(const Project& project, const Dossier& dossier) {
  std::vector<Decision> out;
  for (const Rule& rule : project.rules) {
    const CheckDef* check = FindCheck(rule.check);
    ASSAY_CHECK(check != nullptr) << rule.check;  // ParseProject has seen to it
    out.push_back({&rule, Ask(*check, dossier, rule, project)});
  }
  return out;
}

bool Ready(const std::vector<Decision>& decisions) {
  return std::ranges::none_of(decisions, [](const Decision& one) { return one.blocks(); });
}

}  // namespace assay::report::gate
