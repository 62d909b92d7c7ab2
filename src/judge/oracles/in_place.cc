// "In-place version of `add`": x.add_(y) must leave in `x` what x.add(y) returns.
//
// The receiver keeps its type: a result of another type is compared after the conversion that the
// assignment means. Documented flags ("inplace: can optionally do the operation in-place") are held
// against the call without them.
#include <re2/re2.h>

#include "base/strings.h"
#include "judge/oracle.h"
#include "knowledge/text.h"

namespace assay::judge {
namespace {

void AddMethod(const OracleInput& input, const std::string& sentence, std::vector<Trial>& out) {
  static const RE2 kVersion(
      R"((?i)^in-place version of `(?:torch\.)?(?:Tensor\.)?(\w+)(?:\(\))?`\.?$)");
  std::string name;
  if (!RE2::FullMatch(sentence, kVersion, &name)) return;
  Trial trial = NewTrial("in-place", "", sentence, StrCat("it leaves what `", name, "` returns"));
  trial.blame = Blame::kChecks;  // a result that does not fit the tensor is refused, rightly
  const WrittenCall written = Write(input.call, input.doc);
  std::string plain = written.expression;
  const std::string callee = StrCat("receiver.", knowledge::LastPart(input.doc.name), "(");
  if (!plain.starts_with(callee)) return;
  plain.replace(0, callee.size(), StrCat("receiver.", name, "("));
  TrialWriter writer(input.dialect, input.prelude);
  writer.Arguments(written).Line(StrCat("expected = ", plain));
  writer.Comment(Cited(input, sentence)).Arguments(written).Claim();
  writer.Line(StrCat("actual = ", written.expression));
  writer.Check("same(expected.to(receiver.dtype), receiver)", trial.claim,
               "describe(expected) + ' is returned, and ' + describe(receiver) + ' left'");
  writer.Check("actual is receiver", trial.claim, "'another tensor is returned'");
  writer.Finish(std::move(trial), out);
}

void AddFlag(const OracleInput& input, const knowledge::Parameter& parameter,
             std::vector<Trial>& out) {
  Trial trial =
      NewTrial("in-place", parameter.name, StrCat(parameter.name, ": ", parameter.description),
               StrCat(parameter.name, "=True gives the same"), Blame::kChecks);
  AddSameTrial(input, std::move(trial), input.call.With(parameter.name, "False"),
               input.call.With(parameter.name, "True"), out);
}

}  // namespace

void MakeInPlaceTrials(const OracleInput& input, std::vector<Trial>& out) {
  if (input.dialect.framework != "torch" || IsArbitrary(input.doc)) return;
  if (input.doc.kind == "method" && input.doc.name.ends_with('_'))
    for (const std::string& sentence : AllSentences(input.doc)) AddMethod(input, sentence, out);
  for (const knowledge::Parameter& parameter : input.doc.parameters)
    if (parameter.name == "inplace") AddFlag(input, parameter, out);
}

}  // namespace assay::judge
