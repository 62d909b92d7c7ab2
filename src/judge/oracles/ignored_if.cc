// "If `beta` is 0, `input` is ignored": with beta=0 the result must be the same whatever `input`
// is. What "whatever" covers is the documentation's choice of words: when only the content is
// ignored, shape and type stay as they were.
#include <re2/re2.h>

#include "base/strings.h"
#include "judge/condition.h"
#include "judge/oracle.h"
#include "knowledge/text.h"

namespace assay::judge {
namespace {

using knowledge::Constraint;

const Dims kOtherDims = {7, 11};  // broadcasts with nothing that we make

struct IgnoredVariant {
  std::string what, expression;
};

bool OnlyContent(const std::string& sentence) {
  const std::string lower = Lower(sentence);
  for (const char* words : {"content", "values of", "elements of", "entries of"})
    if (lower.find(words) != std::string::npos) return true;
  return false;
}

// "Only valid when …" and "only relevant when …" leave open what happens otherwise: an error is as
// good as being ignored. "Valid" may even mean that another result is nobody's concern.
bool MayRaise(const std::string& sentence) {
  static const RE2 kWords(R"((?i)\b(?:applicable|relevant|applies)\b)");
  return RE2::PartialMatch(sentence, kWords);
}
bool SaysValid(const std::string& sentence) {
  static const RE2 kWords(R"((?i)\bonly valid|valid only\b)");
  return RE2::PartialMatch(sentence, kWords);
}

std::vector<IgnoredVariant> IgnoredTensors(const CallArgument& argument, const Dialect& dialect,
                                           bool content) {
  std::vector<IgnoredVariant> out;
  out.push_back({"with other values", dialect.filled(argument.dims, argument.dtype, "2")});
  if (argument.dtype.starts_with("float"))
    out.push_back({"full of NaN", dialect.filled(argument.dims, argument.dtype, "nan")});
  if (!content)
    out.push_back({"of another shape", dialect.filled(kOtherDims, argument.dtype, "1")});
  return out;
}

// Other legal values of a parameter that is no tensor.
std::vector<IgnoredVariant> PlainIgnoredVariants(const knowledge::Parameter& parameter,
                                                 const std::string& now) {
  std::vector<IgnoredVariant> out;
  const auto add = [&](const std::string& value) {
    if (!SameText(value, now)) out.push_back({"= " + value, value});
  };
  for (const Constraint& c : parameter.constraints) {
    if (c.kind != "type") continue;
    if (c.normal.find("bool") != std::string::npos) {
      add("True");
      add("False");
    } else if (c.normal == "float" || c.normal == "float|None") {
      add("0.25");
    } else if (c.normal == "int" || c.normal == "int|None") {
      add("2");
    }
  }
  return out;
}

void MakeTrials(const OracleInput& input, const Constraint& constraint, const Condition& condition,
                const std::string& value, std::vector<Trial>& out) {
  const ApiCall call = input.call.With(condition.parameter, value);
  const CallArgument* argument = call.Find(constraint.parameter);
  const knowledge::Parameter& parameter =
      *knowledge::FindParameter(input.doc, constraint.parameter);
  std::vector<IgnoredVariant> variants;
  if (argument != nullptr && !argument->dtype.empty())
    variants = IgnoredTensors(*argument, input.dialect, OnlyContent(constraint.sentence));
  else
    variants =
        PlainIgnoredVariants(parameter, argument == nullptr ? parameter.default_value.value_or("")
                                                            : argument->expression);
  for (const IgnoredVariant& variant : variants) {
    Trial trial = NewTrial("ignored-if", constraint.parameter, constraint.sentence,
                           StrCat("with ", condition.parameter, "=", value, " `",
                                  constraint.parameter, "` is ignored, also ", variant.what));
    if (MayRaise(constraint.sentence)) trial.blame = Blame::kChecks;
    AddSameTrial(input, std::move(trial), call, call.With(constraint.parameter, variant.expression),
                 out);
  }
}

}  // namespace

void MakeIgnoredIfTrials(const OracleInput& input, std::vector<Trial>& out) {
  for (const knowledge::Parameter& parameter : input.doc.parameters)
    for (const Constraint& constraint : parameter.constraints) {
      if (constraint.kind != "ignored-if" || SaysValid(constraint.sentence)) continue;
      const auto condition = ReadCondition(constraint, input.doc);
      if (!condition) continue;
      for (const std::string& value : condition->values)
        MakeTrials(input, constraint, *condition, value, out);
    }
}

}  // namespace assay::judge
