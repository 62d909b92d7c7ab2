// "`'none'`: no reduction will be applied, `'mean'`: the sum of the output will be divided by the
// number of elements in the output, `'sum'`: the output will be summed": the parameter changes the
// result in exactly that way.
//
// The mean is only held against the text where it says so; weighted losses say otherwise.
#include <re2/re2.h>

#include "base/strings.h"
#include "judge/oracle.h"
#include "knowledge/text.h"

namespace assay::judge {
namespace {

void Add(const OracleInput& input, const std::string& sentence, const std::string& kind,
         const std::string& expected, std::vector<Trial>& out) {
  Trial trial = NewTrial("reduction", "reduction", sentence,
                         StrCat("reduction='", kind, "' is the ", kind, " of reduction='none'"),
                         Blame::kChecks);
  TrialWriter writer(input.dialect, input.prelude);
  writer.Call(input.call.With("reduction", "'none'"), input.doc, "parts");
  writer.Line(StrCat("expected = ", expected));
  writer.Comment(Cited(input, sentence));
  writer.ClaimedCall(input.call.With("reduction", StrCat("'", kind, "'")), input.doc, "actual");
  writer.Check("same(expected, actual)", trial.claim,
               "describe(expected) + ' and not ' + describe(actual)");
  writer.Finish(std::move(trial), out);
}

}  // namespace

void MakeReductionTrials(const OracleInput& input, std::vector<Trial>& out) {
  const knowledge::Parameter* parameter = knowledge::FindParameter(input.doc, "reduction");
  if (input.dialect.framework != "torch" || parameter == nullptr) return;
  const std::string text = knowledge::Squeeze(parameter->description);
  static const RE2 kSum(R"('sum'`: the output will be summed)");
  static const RE2 kMean(
      R"('mean'`: the sum of the output will be divided by the number of elements in the output)");
  if (RE2::PartialMatch(text, kSum)) Add(input, text, "sum", "parts.sum()", out);
  if (RE2::PartialMatch(text, kMean)) Add(input, text, "mean", "parts.mean()", out);
}

}  // namespace assay::judge
