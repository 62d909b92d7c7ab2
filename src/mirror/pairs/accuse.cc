#include "mirror/pairs/accuse.h"

#include <algorithm>
#include <limits>

#include "base/strings.h"
#include "knowledge/text.h"
#include "mirror/pairs/change.h"
#include "trial/claim.h"
#include "trial/twin/twin_verdict.h"

namespace assay::mirror::pairs {
namespace {

using knowledge::ApiDoc;
using nlohmann::json;

// Of the largest difference that passes: in double precision, and in the trial's own types.
constexpr const char* kWidePart = "1e-6";
constexpr const char* kNarrowPart = "0.01";

// "tf.math.add (tensorflow 2.21.0) and np.add"
std::string Named(const Subject& subject, const PairTrial& trial,
                  const std::vector<std::string>& who) {
  std::vector<std::string> out;
  for (const std::string& name : who) {
    if (name == kNumpy) {
      out.push_back(trial.words.at(name).api);
      continue;
    }
    const ApiDoc& doc = DocOf(subject, name);
    out.push_back(StrCat(doc.name, " (", name, " ", doc.version, ")"));
  }
  return Join(out, " and ");
}

json Widened(const json& arguments) {
  json out = arguments;
  for (const Place& place : TensorsOf(out)) {
    if (TypeOf(*place.fact) == "float32") (*place.fact)["dtype"] = "float64";
    if (TypeOf(*place.fact) == "complex64") (*place.fact)["dtype"] = "complex128";
  }
  return out;
}

std::string Summary(const ApiDoc& doc) {
  const std::vector<std::string> sentences = knowledge::Sentences(doc.text);
  return sentences.empty() ? doc.signature.substr(0, doc.signature.find('\n')) : sentences[0];
}

// Parameters may be called like modules: names of our own.
std::string Variable(const std::string& key) { return key + "_"; }

void WriteInputs(const PairTrial& trial, bool wide, const trial::Dialect& dialect,
                 trial::TrialWriter& writer) {
  if (!dialect.wide.empty()) writer.Line(std::string(dialect.wide));
  const json arguments = wide ? Widened(trial.change.arguments) : trial.change.arguments;
  for (const auto& [key, value] : arguments.items()) {
    if (value.contains("plain")) continue;
    const std::string text = trial::FactText(value, dialect);
    const bool strided = trial.change.strided && value.contains("values");
    writer.Line(
        StrCat(Variable(key), " = ", strided ? StrCat("not_contiguous(", text, ")") : text));
  }
}

// The call alone: what it raises, or that it ends, is the claim.
trial::Trial WriteCall(const Subject& subject, const PairTrial& trial, const std::string& who,
                       bool wide, const std::string& claim, const trial::Dialect& dialect,
                       const std::string& prelude) {
  const ApiDoc& doc = DocOf(subject, who);
  trial::Trial out = trial::NewTrial(kPairOracle, trial.change.parameter, Summary(doc), claim);
  trial::TrialWriter writer(dialect, prelude);
  WriteInputs(trial, wide, dialect, writer);
  writer.Comment(
      StrCat(doc.name, " of ", doc.framework, " ", doc.version, ": ", trial.change.what));
  writer.Claim().Line("actual = " + Text(trial.words.at(who), Variable));
  writer.Finish(out);
  return out;
}

bool IsText(const json& value) { return value.is_string(); }

// Whether anything was computed at all.
bool HasNumber(const json& told) {
  if (!told.is_object()) return false;
  if (told.contains("values"))
    return !std::all_of(told["values"].begin(), told["values"].end(), IsText);
  return told.contains("list") && std::any_of(told["list"].begin(), told["list"].end(), HasNumber);
}

// NaN and infinities are texts, also as a part of a complex number.
bool AllFinite(const json& told) {
  if (!told.is_object()) return false;
  if (told.contains("list"))
    return std::all_of(told["list"].begin(), told["list"].end(), AllFinite);
  return told.contains("values") &&
         std::none_of(told["values"].begin(), told["values"].end(), [](const json& value) {
           return IsText(value) ||
                  (value.is_array() && std::any_of(value.begin(), value.end(), IsText));
         });
}

}  // namespace

const ApiDoc& DocOf(const Subject& subject, const std::string& framework) {
  if (framework == subject.from->framework) return *subject.from;
  return framework == subject.to->framework ? *subject.to : *subject.third;
}

json NoteOf(const Subject& subject, const PairTrial& trial, const Ruled& ruled,
            const std::map<std::string, TwinAnswer>& answers) {
  const bool narrow = ruled.difference == "narrow" || ruled.difference == "overflow";
  json said = json::object();
  for (const auto& [who, answer] : answers) {
    said[who] = Shown(answer.wide.result);
    if (narrow && !answer.narrow.is_null()) said[who + " narrow"] = Shown(answer.narrow);
  }
  json calls = json::object(), values = json::object();
  for (const auto& [who, words] : trial.words)
    calls[who] = Text(words, [](const std::string& key) { return key; });
  for (const auto& [key, value] : trial.change.arguments.items())
    if (!value.contains("plain")) values[key] = Shown(value, 200);
  return {{"from", subject.from->name},
          {"to", subject.to->name},
          {"change", trial.change.what},
          {"kind", trial.change.kind},
          {"ruling", RulingName(ruled.ruling)},
          {"difference", ruled.difference},
          {"who", ruled.accused},
          {"convention", ruled.convention},
          {"calls", std::move(calls)},
          {"inputs", std::move(values)},
          {"said", std::move(said)}};
}

trial::Trial WriteAccusation(const Court& court, const PairTrial& trial, const Ruled& ruled,
                             const std::map<std::string, TwinAnswer>& answers,
                             const trial::Dialect& dialect, const std::string& prelude) {
  const Subject& subject = court.subject;
  const ApiDoc& doc = DocOf(subject, ruled.accused);
  if (ruled.difference == "internal-error") {
    const bool wide = IsInternalError(answers.at(ruled.accused).wide.result);
    return WriteCall(subject, trial, ruled.accused, wide,
                     "a call ends with a result, or with an error that says what is wrong with it",
                     dialect, prelude);
  }
  const bool narrow = ruled.difference == "narrow" || ruled.difference == "overflow";
  const std::string others = Named(subject, trial, ruled.others);
  trial::Trial out =
      trial::NewTrial(kPairOracle, trial.change.parameter, Summary(doc),
                      StrCat("with ", trial.change.what, " it gives the numbers of ", others),
                      trial::Blame::kChecks);
  trial::TrialWriter writer(dialect, prelude);
  WriteInputs(trial, !narrow, dialect, writer);
  writer.Comment(StrCat(doc.name, " of ", doc.framework, " ", doc.version, ": \"",
                        knowledge::Squeeze(out.sentence), "\""));
  writer.Comment(
      StrCat("What ", others, " give", narrow ? ", and it itself in double precision:" : ":"));
  writer.Line("expected = " + trial::ExpectedText(answers.at(ruled.others.front()).wide.result));
  writer.Line("actual = " + Text(trial.words.at(ruled.accused), Variable));
  writer.Claim().Check(StrCat("agrees(actual, expected, ", narrow ? kNarrowPart : kWidePart, ")"),
                       out.claim, "describe(actual) + ' in place of ' + describe(expected)");
  writer.Finish(out);
  return out;
}

trial::Trial WriteFatal(const Subject& subject, const PairTrial& trial, const std::string& who,
                        bool wide, const trial::Dialect& dialect, const std::string& prelude) {
  trial::Trial out = WriteCall(subject, trial, who, wide,
                               "a call ends with a result or an exception", dialect, prelude);
  // It may refuse what it is given, but not die.
  out.claim_line = std::numeric_limits<int>::max();
  return out;
}

bool DoesSomethingElse(const Ruled& ruled) {
  if (ruled.difference == "narrow" || ruled.difference == "overflow") return false;
  return ruled.ruling == Ruling::kDiffers || ruled.ruling == Ruling::kAccused ||
         ruled.ruling == Ruling::kConvention || ruled.ruling == Ruling::kRefuses;
}

BenignResult JudgeBenign(const Court& court, std::span<const PairTrial> trials,
                         const PairAnswers& replies) {
  BenignResult out;
  size_t agreed = 0, differed = 0;
  for (const PairTrial& trial : trials) {
    const auto answers = replies.answers.find(trial.number);
    if (answers == replies.answers.end()) continue;
    const Ruled ruled = Rule(court, trial, answers->second);
    if (DoesSomethingElse(ruled)) {
      ++differed;
      out.difference = NoteOf(court.subject, trial, ruled, answers->second);
    }
    if (ruled.ruling != Ruling::kAgreed) continue;
    const json& own = answers->second.at(court.subject.from->framework).wide.result;
    agreed += HasNumber(own) ? 1 : 0;
    if (out.start.is_null() && AllFinite(own)) out.start = trial.change.arguments;
  }
  out.same = agreed > 0 && differed == 0;
  return out;
}

bool OtherOptions::Concern(const PairTrial& trial, const Ruled& ruled) {
  if (trial.change.kind == kOption && DoesSomethingElse(ruled) &&
      ruled.difference != "internal-error")
    bases_.insert(trial.base);
  return bases_.contains(trial.base);
}

}  // namespace assay::mirror::pairs
