// f(x, out=t) must leave in `t` what f(x) returns, whatever was in `t`, and also when `t` is not
// contiguous.
#include "base/strings.h"
#include "judge/oracle.h"

namespace assay::judge {

void MakeOutTrials(const OracleInput& input, std::vector<Trial>& out) {
  const knowledge::Parameter* parameter = knowledge::FindParameter(input.doc, "out");
  // Elsewhere out= is there for the sake of NumPy's signature and must be None.
  if (input.dialect.framework != "torch" || parameter == nullptr || IsArbitrary(input.doc)) return;
  if (input.call.Find("out") != nullptr || input.doc.kind != "function") return;
  struct Variant {
    const char *what, *make;
  };
  for (const Variant variant : {Variant{"", "blank_like(expected)"},
                                Variant{" that is not contiguous", "strided_like(expected)"}}) {
    Trial trial = NewTrial("out", "out", StrCat("out=", parameter->default_value.value_or("None")),
                           StrCat("with out= a tensor", variant.what, ", it holds the result"),
                           Blame::kChecks);
    const WrittenCall written = Write(input.call.With("out", "target"), input.doc);
    TrialWriter writer(input.dialect, input.prelude);
    writer.Call(input.call, input.doc, "expected");
    writer.Line(StrCat("target = ", variant.make));
    writer.Comment(Cited(
        input,
        trial.sentence + (parameter->description.empty() ? "" : ": " + parameter->description)));
    writer.Arguments(written).Claim().Line(StrCat("actual = ", written.expression));
    writer.Check(
        "same(expected, target)", trial.claim,
        "describe(expected) + ' is returned without, and ' + describe(target) + ' written'");
    writer.Finish(std::move(trial), out);
  }
}

}  // namespace assay::judge
