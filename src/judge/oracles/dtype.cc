// "x: A `Tensor`. Must be one of the following types: `half`, `float32`, …": tensors of each of
// them must be accepted.
//
// All tensors of the call that share the documented type change together ("Must have the same type
// as `x`"). That a kernel is missing is worth a note ("unsupported"): another device may have it.
#include <algorithm>
#include <map>

#include "base/strings.h"
#include "judge/oracle.h"

namespace assay::judge {
namespace {

using knowledge::Constraint;

// Types that programs can make tensors of, by their documented names. Quantised types, strings and
// the half-precision ones that numpy lacks need more than another name.
std::string Known(const std::string& documented) {
  static const std::map<std::string, std::string> kNames = {
      {"half", "float16"},          {"float16", "float16"},
      {"bfloat16", "bfloat16"},     {"float", "float32"},
      {"float32", "float32"},       {"double", "float64"},
      {"float64", "float64"},       {"int8", "int8"},
      {"int16", "int16"},           {"int32", "int32"},
      {"int64", "int64"},           {"uint8", "uint8"},
      {"uint16", "uint16"},         {"uint32", "uint32"},
      {"uint64", "uint64"},         {"complex64", "complex64"},
      {"complex128", "complex128"}, {"bool", "bool"}};
  const auto found = kNames.find(documented);
  return found == kNames.end() ? "" : found->second;
}

// Whether nothing that is documented of the parameter forbids the type.
bool MayBe(const knowledge::ApiDoc& doc, const std::string& parameter, const std::string& dtype) {
  const knowledge::Parameter* found = knowledge::FindParameter(doc, parameter);
  if (found == nullptr) return true;
  for (const Constraint& c : found->constraints) {
    if (c.kind != "dtype") continue;
    const std::vector<std::string> allowed = Split(c.normal, '|');
    return std::ranges::any_of(allowed,
                               [&](const std::string& name) { return Known(name) == dtype; });
  }
  return true;
}

// The call with every tensor of `from` made of `to`. Values stay what they are as far as the type
// can hold them.
ApiCall Cast(const OracleInput& input, const std::string& from, const std::string& to) {
  ApiCall out = input.call;
  for (CallArgument& argument : out.arguments)
    if (argument.dtype == from && MayBe(input.doc, argument.name, to)) {
      argument.expression = input.dialect.tensor(argument.dims, to);
      argument.dtype = to;
    }
  return out;
}

}  // namespace

void MakeDtypeTrials(const OracleInput& input, std::vector<Trial>& out) {
  for (const knowledge::Parameter& parameter : input.doc.parameters)
    for (const Constraint& constraint : parameter.constraints) {
      if (constraint.kind != "dtype") continue;
      const CallArgument* argument = input.call.Find(parameter.name);
      if (argument == nullptr || argument->dtype.empty()) continue;
      for (const std::string& documented : Split(constraint.normal, '|')) {
        const std::string dtype = Known(documented);
        if (dtype.empty() || dtype == argument->dtype) continue;
        Trial trial = NewTrial("dtype", parameter.name, constraint.sentence,
                               StrCat("`", parameter.name, "` may be of type ", documented));
        trial.must_be_supported = true;
        trial.blame = Blame::kRefusal;
        trial.value = documented;
        TrialWriter writer(input.dialect, input.prelude);
        writer.Call(input.call, input.doc, "expected");
        writer.Comment(Cited(input, constraint.sentence));
        writer.ClaimedCall(Cast(input, argument->dtype, dtype), input.doc, "actual");
        writer.Finish(std::move(trial), out);
      }
    }
}

}  // namespace assay::judge
