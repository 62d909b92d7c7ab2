// "keepdim: whether the output tensor has `dim` retained or not": the numbers must be the same, in
// the same order, and only the shape may differ.
#include "base/strings.h"
#include "judge/oracle.h"

namespace assay::judge {

void MakeKeepDimsTrials(const OracleInput& input, std::vector<Trial>& out) {
  for (const knowledge::Parameter& parameter : input.doc.parameters) {
    if (parameter.name != "keepdim" && parameter.name != "keepdims") continue;
    if (parameter.description.empty()) continue;
    Trial trial = NewTrial("keep-dims", parameter.name, parameter.description,
                           StrCat(parameter.name, "=True gives the same numbers"), Blame::kChecks);
    TrialWriter writer(input.dialect, input.prelude);
    writer.Call(input.call.With(parameter.name, "False"), input.doc, "expected");
    writer.Comment(Cited(input, parameter.description));
    writer.ClaimedCall(input.call.With(parameter.name, "True"), input.doc, "actual");
    writer.Check("same(flat(expected), flat(actual))", trial.claim,
                 "describe(expected) + ' is now ' + describe(actual)");
    writer.Finish(std::move(trial), out);
  }
}

}  // namespace assay::judge
