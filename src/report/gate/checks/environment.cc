// Versions, system and processor: without them the first answer is a question.
#include "report/gate/check.h"

namespace assay::report::gate {

Outcome CheckEnvironment(const Dossier& dossier, const Rule&, const Project&) {
  const nlohmann::json& fact = dossier.Fact("environment");
  std::vector<std::string> missing;
  for (const char* key : {"framework", "version", "os", "cpu", "python"})
    if (fact.value(key, "").empty()) missing.emplace_back(key);
  if (missing.empty())
    return Pass(StrCat(fact.value("framework", ""), " ", fact.value("version", ""), ", ",
                       fact.value("os", ""), ", Python ", fact.value("python", "")));
  return Unknown(StrCat("not stated: ", Join(missing, ", ")),
                 StrCat("assay findings show ", dossier.row.id));
}

}  // namespace assay::report::gate
