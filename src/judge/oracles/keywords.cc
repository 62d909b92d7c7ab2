// Documented names must be accepted as keywords, and mean the same as by position.
//
// Not held against: positional-only parameters, and APIs with several forms, where a name may
// belong to another one.
#include "base/strings.h"
#include "judge/oracle.h"

namespace assay::judge {

namespace {

// arange(start=0, end, step=1): with one argument by position it is `end`. No Python function is
// like that, so positions say nothing about names.
bool NamesGoByCount(const knowledge::ApiDoc& doc) {
  bool optional = false;
  for (const knowledge::Parameter& parameter : doc.parameters) {
    if (parameter.kind != "positional" && parameter.kind != "positional-only") continue;
    const bool needed = !parameter.optional && !parameter.default_value;
    if (needed && optional) return true;
    optional |= !needed;
  }
  return false;
}

}  // namespace

void MakeKeywordsTrials(const OracleInput& input, std::vector<Trial>& out) {
  if (IsArbitrary(input.doc) || CountOverloads(input.doc) > 1 || NamesGoByCount(input.doc)) return;
  ApiCall by_name = input.call;
  std::vector<std::string> names;  // of those that are passed by position
  for (CallArgument& argument : by_name.arguments) {
    const knowledge::Parameter* parameter = knowledge::FindParameter(input.doc, argument.name);
    if (argument.name.empty() || parameter == nullptr || parameter->kind == "positional-only" ||
        parameter->kind.starts_with("var-"))
      return;
    if (!argument.keyword) names.push_back(argument.name);
    argument.keyword = true;
  }
  if (names.empty()) return;
  Trial trial =
      NewTrial("keywords", "", input.doc.signature,
               StrCat("`", Join(names, "`, `"), "` may be passed by ",
                      names.size() == 1 ? "its documented name" : "their documented names"));
  // size=2 may be refused where f(2) is not: by position it is the first of several numbers.
  trial.blame = Blame::kKeyword;
  AddSameTrial(input, std::move(trial), input.call, by_name, out);
}

}  // namespace assay::judge
