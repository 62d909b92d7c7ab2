// "beta: Default: 1": with beta=1 the result must be the same as without it.
//
// Two places name defaults: the signature, and the words of the description. Where they differ, the
// words are tried too: what is called without the argument must be what they say.
#include <re2/re2.h>

#include <cstdlib>

#include "base/strings.h"
#include "judge/oracle.h"
#include "knowledge/text.h"

namespace assay::judge {
namespace {

using knowledge::Parameter;

// Defaults that can be passed as they are written; others ("inferred from input") are prose. None
// stands for "nothing was given", which is no value.
bool IsConstant(const std::string& text) {
  static const RE2 kConstant(
      R"(^(?:True|False|'[^'\\\n]*'|"[^"\\\n]*"|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)$)");
  return RE2::FullMatch(text, kConstant);
}

struct Documented {
  std::string value, sentence;
};

// Equal as numbers, or as texts.
bool SameValue(const std::string& a, const std::string& b) {
  char *end_a = nullptr, *end_b = nullptr;
  const double x = std::strtod(a.c_str(), &end_a), y = std::strtod(b.c_str(), &end_b);
  if (end_a != a.c_str() && end_b != b.c_str() && *end_a == 0 && *end_b == 0) return x == y;
  return SameText(a, b);
}

// "Default: `True`" says little without what it is said of.
std::string WithContext(const Parameter& parameter, const std::string& sentence) {
  constexpr size_t kMost = 240;  // characters that are read at a glance
  const std::string all = knowledge::Squeeze(parameter.description);
  return StrCat(parameter.name, ": ", all.size() <= kMost ? all : "… " + sentence);
}

// "Default: 1e-5." as the last words of a sentence; "Default: 1 if …" depends on something, and
// "10.
// * eps" goes on.
std::vector<Documented> InWords(const Parameter& parameter) {
  static const RE2 kWords(
      R"re((?i)\bdefault(?:s|ed)?(?: value)?(?: is|:| to|=| :)?\s*`?(True|False|'[^'`\\]*'|"[^"`\\]*"|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)`?\s*\)?\.?\s*$)re");
  static const RE2 kCase(
      R"((?i)\b(?:if|when|unless|for|otherwise|by default|depend\w*|in which case)\b)");
  std::vector<Documented> out;
  const std::vector<std::string> sentences = knowledge::Sentences(parameter.description);
  for (size_t i = 0; i < sentences.size(); ++i) {
    std::string value;
    if (!RE2::PartialMatch(sentences[i], kWords, &value) || RE2::PartialMatch(sentences[i], kCase))
      continue;
    if (i + 1 < sentences.size() &&
        std::string_view("*/+=^").find(sentences[i + 1][0]) != std::string_view::npos)
      continue;
    if (value.ends_with('.')) value.pop_back();
    out.push_back({value, WithContext(parameter, sentences[i])});
  }
  return out;
}

// What the signature and the words name, if it can be passed.
std::vector<Documented> Defaults(const Parameter& parameter) {
  std::vector<Documented> out;
  for (const knowledge::Constraint& c : parameter.constraints)
    if (c.kind == "default" && IsConstant(c.normal))
      out.push_back({c.normal, c.sentence.starts_with(parameter.name)
                                   ? c.sentence
                                   : WithContext(parameter, c.sentence)});
  for (Documented& found : InWords(parameter))
    if (out.empty() || !SameValue(out.front().value, found.value)) out.push_back(std::move(found));
  return out;
}

std::string ClaimOf(const Parameter& parameter, const std::string& value) {
  return StrCat("`", parameter.name, "` is ", value, " when it is left out");
}

// Words against the signature itself: whether the two values make a difference is a matter of luck
// with the arguments of the call.
void AddSignatureTrial(const OracleInput& input, const Parameter& parameter,
                       const Documented& words, std::vector<Trial>& out) {
  Trial trial =
      NewTrial("default", parameter.name, words.sentence, ClaimOf(parameter, words.value));
  TrialWriter writer(input.dialect, input.prelude);
  writer.Line("import inspect").Call(input.call, input.doc, "expected");
  writer.Line(StrCat("default = inspect.signature(", input.doc.name, ").parameters['",
                     parameter.name, "'].default"));
  writer.Comment(Cited(input, words.sentence));
  writer.Claim().Check(StrCat("default == ", words.value), trial.claim, "'it is ' + repr(default)");
  writer.Finish(std::move(trial), out);
}

// "Sets the number of threads. Default is 0 to let onnxruntime choose.": what a new object answers.
void AddPropertyTrials(const OracleInput& input, std::vector<Trial>& out) {
  static const RE2 kWords(
      R"re(^Default(?:s to| is|:) ((?i)true|false|[-+]?\d+(?:\.\d+)?)(?:\.?$| to ))re");
  for (const std::string& sentence : AllSentences(input.doc)) {
    std::string value;
    if (!RE2::PartialMatch(sentence, kWords, &value)) continue;
    if (Lower(value) == "true") value = "True";
    if (Lower(value) == "false") value = "False";
    Trial trial =
        NewTrial("default", "", sentence, StrCat("it is ", value, " when nothing is set"));
    TrialWriter writer(input.dialect, input.prelude);
    writer.Comment(Cited(input, sentence));
    writer.Call(input.call, input.doc, "actual");
    writer.Claim().Check("actual == " + value, trial.claim, "'it is ' + repr(actual)");
    writer.Finish(std::move(trial), out);
  }
}

}  // namespace

void MakeDefaultTrials(const OracleInput& input, std::vector<Trial>& out) {
  // With several forms of the call the default may be that of another one: torch.median(input) has
  // no `dim` at all.
  if (IsArbitrary(input.doc) || CountOverloads(input.doc) > 1) return;
  if (input.doc.kind == "property") return AddPropertyTrials(input, out);
  for (const Parameter& parameter : input.doc.parameters) {
    if (!parameter.optional && !parameter.default_value) continue;
    // A parameter that is on its way out speaks against the one that replaces it: giving
    // `size_average` overrides `reduction`.
    if (Lower(parameter.description).find("deprecated") != std::string::npos) continue;
    if (parameter.kind.starts_with("var-") || parameter.kind == "positional-only") continue;
    const CallArgument* passed = input.call.Find(parameter.name);
    if (passed != nullptr && !passed->keyword) continue;
    for (const Documented& documented : Defaults(parameter)) {
      const ApiCall without = input.call.Without(parameter.name);
      AddSameTrial(input,
                   NewTrial("default", parameter.name, documented.sentence,
                            ClaimOf(parameter, documented.value)),
                   without, without.With(parameter.name, documented.value), out);
      const std::string in_signature = parameter.default_value.value_or("");
      if (IsConstant(in_signature) && !SameValue(in_signature, documented.value))
        AddSignatureTrial(input, parameter, documented, out);
    }
  }
}

}  // namespace assay::judge
