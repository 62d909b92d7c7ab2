#include "judge/runner.h"

#include <algorithm>

#include "base/strings.h"
#include "judge/trial_names.h"

namespace assay::judge {
namespace {

std::string Fill(std::string text, const std::string& names) {
  for (size_t at; (at = text.find('@')) != std::string::npos;) text.replace(at, 1, names);
  return text;
}

// A tracer does not see what a function of Python does with plain numbers.
bool TakesFunction(const ApiCall& call) {
  return std::ranges::any_of(call.arguments, [](const CallArgument& a) {
    return a.expression.find("lambda") != std::string::npos;
  });
}

}  // namespace

void AddRunnerTrial(const OracleInput& input, std::string_view oracle, const Runner& runner,
                    std::vector<Trial>& out) {
  if (IsArbitrary(input.doc) || IsAmbiguous(input.doc) || IsRandom(input.doc) ||
      input.doc.kind == "class" || runner.framework != input.dialect.framework)
    return;
  if (TakesFunction(input.call)) return;
  const WrittenCall written = Write(input.call, input.doc);
  const std::vector<std::string> tensors = TensorVariables(input.call, written);
  if (runner.needs_tensors && tensors.empty()) return;
  const std::string names = Join(tensors, ", ");
  Trial trial = NewTrial(oracle, "", StrCat(runner.name, " keeps what a function computes"),
                         StrCat(runner.name, " gives the same"));
  trial.blame = Blame::kChecks;
  TrialWriter writer(input.dialect, input.prelude);
  writer.Line(StrCat("def run(", names, "):")).Line("    return " + written.expression);
  writer.Arguments(written).Line(StrCat("expected = run(", names, ")"));
  // Not seeded anew: what is random shows.
  for (const std::string& statement : written.statements) writer.Line(statement);
  writer.Line(StrCat("again = run(", names, ")"));
  AddGuard(writer, "not tensors_only(expected)", "a traced function returns tensors");
  AddGuard(writer, "not same(expected, again)", "changes from run to run");
  writer.Arguments(Write(Shaken(input.call), input.doc)).Line(StrCat("moved = run(", names, ")"));
  AddGuard(writer, "not same(expected, moved)", "a matter of rounding");
  // A tracer calls the function too, and a function may change its arguments: they are made twice.
  writer.Arguments(written).Line(StrCat("other = ", Fill(runner.make, names)));
  writer.Arguments(written).Claim().Line(StrCat("actual = other(", names, ")"));
  // None: what is not known while tracing (tf.get_static_value).
  writer.Check("actual is None or same(expected, actual)", trial.claim,
               "describe(expected) + ' plain, and ' + describe(actual) + ' so'");
  writer.Finish(trial);
  out.push_back(std::move(trial));
}

}  // namespace assay::judge
