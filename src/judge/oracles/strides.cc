// A tensor that is not contiguous, with the same values, must give the same.
//
// Nothing is said against functions that answer with an error (view), nor against those whose
// business strides are, nor of quantised results, where the last bit of a sum is a whole step, nor
// of what chance fills, element by element as memory has them.
#include <re2/re2.h>

#include "base/strings.h"
#include "judge/oracle.h"

namespace assay::judge {

void MakeStridesTrials(const OracleInput& input, std::vector<Trial>& out) {
  static const RE2 kAboutStrides(
      R"(stride|contiguous|storage|as_strided|dim_order|memory_format|data_ptr|overlap|quantize|_is_\w*alias)");
  if (input.dialect.framework != "torch" || IsArbitrary(input.doc) || IsAmbiguous(input.doc) ||
      IsRandom(input.doc) || RE2::PartialMatch(input.doc.name, kAboutStrides))
    return;
  ApiCall strided = input.call;
  bool changed = false;
  const auto change = [&](CallArgument& argument) {
    if (argument.dtype.empty() || argument.dims.empty()) return;
    argument.expression = StrCat("strided(", argument.expression, ")");
    changed = true;
  };
  for (CallArgument& argument : strided.arguments) change(argument);
  for (CallArgument& argument : strided.then_called_with) change(argument);
  if (!changed) return;
  Trial trial =
      NewTrial("strides", "", "equal tensors give equal results, however they lie in memory",
               "tensors that are not contiguous give the same", Blame::kChecks);
  TrialWriter writer(input.dialect, input.prelude);
  writer.Call(input.call, input.doc, "expected");
  writer.Call(Shaken(input.call), input.doc, "moved");
  AddGuard(writer, "not same(expected, moved)", "a matter of rounding");
  writer.Comment(Cited(input, trial.sentence));
  writer.ClaimedCall(strided, input.doc, "actual");
  writer.Check("same(expected, actual)", trial.claim,
               "describe(expected) + ' is now ' + describe(actual)");
  writer.Finish(std::move(trial), out);
}

}  // namespace assay::judge
