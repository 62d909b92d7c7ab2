// "Raises: ValueError: if `p` is negative": with p=-1 there must be an error, and that one.
//
// Only conditions that a call can meet with one changed argument are read: signs, bounds, ranges,
// wrong kinds of values, singular matrices. Another error than the documented one is worth a note:
// TensorFlow documents those of graphs, and eager calls have others.
#include <re2/re2.h>

#include "base/strings.h"
#include "judge/oracle.h"
#include "knowledge/text.h"

namespace assay::judge {
namespace {

// Arguments that meet the condition.
using Violation = std::vector<std::pair<std::string, std::string>>;

struct Form {
  const char* regex;  // group 1: the parameter
  const char* value;
};

// What meets the condition. Values are far from every limit that could be meant.
constexpr Form kForms[] = {
    {R"(^`?(\w+)`?(?: is|'s value is)? (?:negative|less than (?:0|zero)|< ?0|<= ?0)$)", "-3"},
    {R"(^`?(\w+)`? is (?:not positive|non-positive|less than or equal to (?:0|zero))$)", "-3"},
    {R"(^`?(\w+)`? is not (?:a )?(?:non-negative|nonnegative)(?: integer)?$)", "-3"},
    {R"(^`?(\w+)`? is not (?:between|in|in the range|within) `?\[ ?0(?:\.0)?, ?1(?:\.0)?[\])]`?$)",
     "7.5"},
    {R"(^`?(\w+)`? is not (?:between|in|in the range|within) `?\[ ?0, ?30\]`?$)", "99"},
    {R"(^`?(\w+)`? is not (?:a )?(?:string|str|`?str`?)$)", "7"},
    {R"(^`?(\w+)`? is not (?:a )?(?:python )?`?(?:integer|int)`?\.?$)", "'seven'"},
    {R"(^`?(\w+)`? is not (?:a )?callable$)", "7"},
    {R"(^`?(\w+)`? is (?:not a )?(?:invalid|unknown|not supported|not valid|not a valid \w+)$)",
     "'nonesuch'"},
    {R"(^`?(\w+)`? is an? empty (?:list|sequence)$)", "[]"},
    {R"(^`?(\w+)`? is empty$)", "[]"},
    {R"(^`?(\w+)`? is not one of .*$)", "'nonesuch'"},
};

std::string WithoutMarkup(std::string text) {
  static const RE2 kBreaks(R"(\\ ?)");
  RE2::GlobalReplace(&text, kBreaks, "");
  return knowledge::Squeeze(text);
}

// "the matrix `A` or any matrix in the batch of matrices `A` is not invertible", maybe only "if `p`
// is one of `('fro', …)`".
std::optional<Violation> Singular(const OracleInput& input, const std::string& condition) {
  static const RE2 kSingular(
      R"(^(?:`(\w+)` is one of `\(('\w+'), .*\)` and )?(?:the )?(?:matrix )?`(\w+)`(?: matrix)? (?:or any matrix in .* )?is not (?:square or )?invertible$)");
  std::string other, value, name;
  if (!RE2::FullMatch(condition, kSingular, &other, &value, &name)) return std::nullopt;
  const CallArgument* argument = input.call.Find(name);
  if (argument == nullptr || argument->dims.size() < 2 || !argument->dtype.starts_with("float"))
    return std::nullopt;
  Violation out = {{name, input.dialect.filled(argument->dims, argument->dtype, "0")}};
  if (!other.empty()) out.emplace_back(other, value);
  return out;
}

// "`low >= high`": equal is enough.
std::optional<Violation> NotBelow(const OracleInput& input, const std::string& condition) {
  static const RE2 kBoth(R"(^`(\w+) >= (\w+)`$)");
  std::string low, high;
  if (!RE2::FullMatch(condition, kBoth, &low, &high) ||
      knowledge::FindParameter(input.doc, low) == nullptr ||
      knowledge::FindParameter(input.doc, high) == nullptr)
    return std::nullopt;
  return Violation{{low, "3"}, {high, "3"}};
}

std::optional<Violation> Violate(const OracleInput& input, const std::string& condition) {
  for (const Form& form : kForms) {
    std::string name;
    if (!RE2::FullMatch(condition, std::string("(?i)") + form.regex, &name)) continue;
    const knowledge::Parameter* parameter = knowledge::FindParameter(input.doc, name);
    // A tensor is not negative as a number is.
    const CallArgument* argument = input.call.Find(name);
    if (parameter == nullptr || (argument != nullptr && !argument->dtype.empty()))
      return std::nullopt;
    return Violation{{name, form.value}};
  }
  if (const auto found = NotBelow(input, condition)) return found;
  return Singular(input, condition);
}

void Add(const OracleInput& input, const std::string& sentence, const std::string& error,
         const Violation& violation, std::vector<Trial>& out) {
  ApiCall call = input.call;
  std::vector<std::string> words;
  for (const auto& [name, value] : violation) {
    call = call.With(name, value);
    words.push_back(StrCat("`", name, "` is ", value));
  }
  Trial trial = NewTrial("raises", violation.front().first, sentence,
                         StrCat(error, " is raised when ", Join(words, " and ")), Blame::kChecks);
  const WrittenCall written = Write(call, input.doc);
  TrialWriter writer(input.dialect, input.prelude);
  writer.Call(input.call, input.doc, "expected");
  writer.Comment(Cited(input, sentence)).Arguments(written).Line("raised = None");
  writer.Line("try:").Line(StrCat("    actual = ", written.expression));
  writer.Line("except Exception as error:").Line("    raised = error");
  writer.Claim().Check("raised is not None", trial.claim,
                       "'nothing is raised, the result is ' + describe(actual)");
  writer.Check(StrCat("'", error, "' in [kind.__name__ for kind in type(raised).__mro__]"),
               trial.claim, StrCat("'", trial::kOtherErrorMark, "' + repr(raised)[:120]"));
  writer.Finish(std::move(trial), out);
}

}  // namespace

void MakeRaisesTrials(const OracleInput& input, std::vector<Trial>& out) {
  static const RE2 kRaise(
      R"(^(?:[\w.]*\.)?(\w+(?:Error|Exception|Warning))`?:? +(?:[Rr]aised )?(?:[Ii]f|[Ww]hen) (.*?)\.?$)");
  for (const std::string& raise : input.doc.raises) {
    const std::string sentence = WithoutMarkup(raise);
    std::string error, condition;
    if (!RE2::FullMatch(sentence, kRaise, &error, &condition)) continue;
    if (const auto violation = Violate(input, condition))
      Add(input, sentence, error, *violation, out);
  }
}

}  // namespace assay::judge
