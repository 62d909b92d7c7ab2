// A file that somebody else can run: short, in the framework's own calls, and it was run.
#include "report/gate/check.h"
#include "report/wording.h"

namespace assay::report::gate {

Outcome CheckStandAlone(const Dossier& dossier, const Rule& rule, const Project&) {
  const std::string cure = StrCat("assay findings repro ", dossier.row.id);
  if (IsMeasured(dossier.row.kind))
    return FailWith("no stand-alone file can be made: time and memory are measured",
                    "write one by hand that runs the model many times");
  const nlohmann::json& fact = dossier.Fact("repro");
  if (fact.empty()) return Unknown("there is no stand-alone file yet", cure);
  const std::string why_not = fact.value("why_not", "");
  if (fact.value("text", "").empty())
    return FailWith(StrCat("no stand-alone file can be made: ", why_not), "write one by hand");
  if (!fact.value("checked", false)) return Unknown("the file was not run yet", cure);
  if (!fact.value("shows", false))
    return FailWith("the file was run and does not show the failure",
                    cure + " prints what it does; without a reproduction there is no report");
  const int lines = fact.value("lines", 0);
  if (rule.at_most > 0 && lines > rule.at_most)
    return FailWith(StrCat("the file has ", lines, " lines; required: at most ", rule.at_most),
                    dossier.Fact("reduction").empty()
                        ? StrCat("assay reduce ", dossier.row.id)
                        : "shorten the file by hand; the model is as small as it gets");
  return Pass(StrCat("a file of ", lines, " lines shows it"));
}

}  // namespace assay::report::gate
