// "mode: one of 'reduced', 'complete', 'r'": each of them must be accepted.
//
// Only an error that calls the value unknown speaks against the claim: others are about how it goes
// with the rest of the call ('linear' needs 3-D input).
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "judge/oracle.h"

namespace assay::judge {

void MakeChoiceTrials(const OracleInput& input, std::vector<Trial>& out) {
  for (const knowledge::Parameter& parameter : input.doc.parameters)
    for (const knowledge::Constraint& constraint : parameter.constraints) {
      if (constraint.kind != "enum") continue;
      for (const auto& value : nlohmann::json::parse(constraint.normal, nullptr, false)) {
        if (!value.is_string() || value.get<std::string>().empty()) continue;
        const std::string text = value.get<std::string>();
        const std::string quoted = StrCat("'", text, "'");
        const CallArgument* passed = input.call.Find(parameter.name);
        if (passed != nullptr && SameText(passed->expression, quoted)) continue;
        Trial trial = NewTrial("choice", parameter.name, constraint.sentence,
                               StrCat("`", parameter.name, "` may be ", quoted), Blame::kRefusal);
        trial.value = text;
        TrialWriter writer(input.dialect, input.prelude);
        writer.Call(input.call, input.doc, "expected");
        writer.Comment(Cited(input, constraint.sentence));
        writer.ClaimedCall(input.call.With(parameter.name, quoted), input.doc, "actual");
        writer.Finish(std::move(trial), out);
      }
    }
}

}  // namespace assay::judge
