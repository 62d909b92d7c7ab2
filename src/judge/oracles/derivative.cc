// Automatic differentiation must give the derivative that differences give, where a function has
// one beyond doubt: in double precision, at the inputs of the call, at zero and beyond one.
//
// Left alone: steps and kinks (the two one-sided differences must agree, and two step widths),
// complex numbers, chance, whatever refuses to be differentiated, and APIs whose documentation
// says anything of gradients: theirs may be others on purpose (stop_gradient, padding).
#include <re2/re2.h>

#include <algorithm>

#include "base/strings.h"
#include "judge/oracle.h"
#include "judge/oracles/imports.h"

namespace assay::judge {
namespace {

bool HasGradientOfItsOwn(const knowledge::ApiDoc& doc) {
  static const RE2 kNames(
      R"((?i)detach|quanti|nextafter|bitcast|spacing|reduce_precision|custom|stop_|_grad|hard)");
  // Of a symmetric matrix one half may be read, and the derivative be that of symmetric changes.
  static const RE2 kWords(
      R"((?i)gradient|differentia|derivative|back-?prop|backward|autograd|symmetric|hermitian|triangular|definite|cholesky)");
  if (RE2::PartialMatch(doc.name, kNames)) return true;
  const auto says = [](const std::string& text) { return RE2::PartialMatch(text, kWords); };
  return says(doc.text) || std::ranges::any_of(doc.notes, says) ||
         std::ranges::any_of(doc.parameters, [&](const knowledge::Parameter& parameter) {
           return says(parameter.description);
         });
}

// The same call with other numbers in its floating-point tensors: `make` of shape and dtype.
template <typename Make>
ApiCall AtPoint(const ApiCall& call, const Make& make) {
  ApiCall out = call;
  for (CallArgument& argument : out.arguments)
    if (argument.dtype == "float32") argument.expression = make(argument);
  return out;
}

void AddSlopeTrial(const OracleInput& input, const ApiCall& call, const std::string& where,
                   std::vector<Trial>& out) {
  const WrittenCall written = Write(call, input.doc);
  const std::string names = Join(TensorVariables(call, written), ", ");
  if (names.empty()) return;
  Trial trial =
      NewTrial("derivative", "", "automatic differentiation gives derivatives of the function",
               StrCat("its derivative ", where, " is that of its numbers"), Blame::kChecks);
  TrialWriter writer(input.dialect, input.prelude);
  writer.Line(StrCat("def run(", names, "):")).Line("    return " + written.expression);
  writer.Arguments(written).Line(StrCat("tensors = [doubled(x) for x in (", names, ",)]"));
  writer.Line("by_differences = measured(run, tensors)");
  AddGuard(writer, "by_differences is None", "not smooth there");
  writer.Claim().Line("by_rules = slope(run, tensors)");
  writer.Check(
      "by_rules is None or abs(by_rules - by_differences) <= 0.05 * (1 + "
      "abs(by_differences))",
      trial.claim, "f'{by_rules:.6g}, and by differences {by_differences:.6g}'");
  writer.Finish(std::move(trial), out);
}

}  // namespace

void MakeDerivativeTrials(const OracleInput& input, std::vector<Trial>& out) {
  const ApiCall& call = input.call;
  const auto is_float = [](const CallArgument& one) { return one.dtype == "float32"; };
  if (input.dialect.framework == "onnxruntime" || IsArbitrary(input.doc) || IsRandom(input.doc) ||
      IsAmbiguous(input.doc) || input.doc.kind == "class" || call.is_called ||
      !call.receiver.empty() || !OnlyImports(call) ||
      std::ranges::none_of(call.arguments, is_float) || HasGradientOfItsOwn(input.doc))
    return;
  AddSlopeTrial(input, call, "at these inputs", out);
  AddSlopeTrial(input,
                AtPoint(call,
                        [&](const CallArgument& one) {
                          return input.dialect.filled(one.dims, one.dtype, "0.0");
                        }),
                "at zero", out);
  int shift = 0;
  AddSlopeTrial(input,
                AtPoint(call,
                        [&](const CallArgument& one) {
                          return StrCat("plain(edges('beyond one', ", trial::Tuple(one.dims), ", '",
                                        one.dtype, "', ", shift++, "))");
                        }),
                "beyond one", out);
}

}  // namespace assay::judge
