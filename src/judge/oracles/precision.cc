// float32 against float64: the float32 result must not be further from the float64 result than the
// rounding of its inputs explains.
//
// How much that is, is measured: the float64 call is repeated kMoves times with every input moved
// by one float32 rounding unit, up or down by chance. The largest change, plus one rounding of the
// result, is what any float32 program must be allowed. kFactor times as much is held against the
// framework: a stable algorithm on the few dozen numbers of our inputs stays within the number of
// operations times that unit (below 100), and a few moves by chance may miss the worst direction by
// as much as the square root of the number of inputs (below 10). Numbers of the result that do not
// move at all are left out: there are steps, and a step may lie anywhere.
#include <re2/re2.h>

#include <algorithm>

#include "base/strings.h"
#include "judge/oracle.h"

namespace assay::judge {
namespace {

constexpr int kFactor = 1000;
constexpr int kMoves = 4;

// The call with every float32 tensor within `prefix` and `suffix`; # in it is a number that no
// other tensor has.
ApiCall Changed(const ApiCall& call, const std::string& prefix, const std::string& suffix,
                int number = 0) {
  ApiCall out = call;
  const auto change = [&](CallArgument& argument) {
    if (argument.dtype != "float32") return;
    std::string end = suffix;
    if (const size_t at = end.find('#'); at != std::string::npos)
      end.replace(at, 1, std::to_string(number++));
    argument.expression = StrCat(prefix, argument.expression, end);
  };
  for (CallArgument& argument : out.arguments) change(argument);
  for (CallArgument& argument : out.then_called_with) change(argument);
  return out;
}

bool HasFloat32(const ApiCall& call) {
  for (const CallArgument& argument : call.arguments)
    if (argument.dtype == "float32") return true;
  return false;
}

// "eps: Default: torch.finfo(x.dtype).eps": float64 is another function then.
bool DependsOnType(const knowledge::ApiDoc& doc) {
  static const RE2 kWords(R"((?i)finfo|machine (?:epsilon|precision))");
  if (RE2::PartialMatch(doc.text, kWords)) return true;
  return std::ranges::any_of(doc.parameters, [](const knowledge::Parameter& parameter) {
    return RE2::PartialMatch(parameter.description, kWords) ||
           (parameter.name == "eps" && parameter.default_value == "None");
  });
}

void Add(const OracleInput& input, const std::string& scale, std::vector<Trial>& out) {
  Trial trial = NewTrial("precision", "", "float32 results are those of float64 up to rounding",
                         StrCat("float32 is as near to float64 as the inputs allow",
                                scale.empty() ? "" : ", inputs times " + scale),
                         Blame::kChecks);
  trial.if_broken = Verdict::kImprecise;  // nobody promises digits: a note
  const std::string times = scale.empty() ? "" : " * " + scale;
  TrialWriter writer(input.dialect, input.prelude);
  writer.Call(Changed(input.call, scale.empty() ? "" : "(", scale.empty() ? "" : times + ")"),
              input.doc, "rounded");
  writer.Call(Changed(input.call, "double(", times + ")"), input.doc, "exact");
  writer.Line("moved = []");
  constexpr int kTensors = 100;  // more than any call has
  for (int move = 0; move < kMoves; ++move)
    writer
        .Call(Changed(input.call, "nudged(", times + ", #)", move * kTensors), input.doc, "result")
        .Line("moved.append(result)");
  writer.Claim().Check(
      StrCat("excess(rounded, exact, moved) < ", kFactor), trial.claim,
      "describe(rounded) + ' and in float64 ' + describe(exact) + f', {excess(rounded, exact, "
      "moved):.0f} times what rounding the inputs explains'");
  writer.Finish(std::move(trial), out);
}

}  // namespace

void MakePrecisionTrials(const OracleInput& input, std::vector<Trial>& out) {
  if (IsArbitrary(input.doc) || IsAmbiguous(input.doc) || DependsOnType(input.doc) ||
      input.doc.kind == "class" || !HasFloat32(input.call))
    return;
  // Beyond the inputs between -1 and 1: where series and asymptotic forms take over.
  for (const char* scale : {"", "20", "0.001"}) Add(input, scale, out);
}

}  // namespace assay::judge
