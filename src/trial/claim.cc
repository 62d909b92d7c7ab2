#include "trial/claim.h"

#include <re2/re2.h>

#include <algorithm>

#include "base/strings.h"
#include "knowledge/text.h"

namespace assay::trial {

Trial NewTrial(std::string_view oracle, std::string_view parameter, std::string_view sentence,
               std::string claim, Blame blame) {
  return Trial{.oracle = std::string(oracle),
               .parameter = std::string(parameter),
               .sentence = std::string(sentence),
               .claim = std::move(claim),
               .blame = blame};
}

std::string Cited(const OracleInput& input, const std::string& sentence) {
  return StrCat(input.doc.name, " of ", input.doc.framework, " ", input.doc.version, ": \"",
                knowledge::Squeeze(sentence), "\"");
}

void AddSameTrial(const OracleInput& input, Trial trial, const ApiCall& first,
                  const ApiCall& second, std::vector<Trial>& out) {
  TrialWriter writer(input.dialect, input.prelude);
  writer.Call(first, input.doc, "expected");
  writer.Comment(Cited(input, trial.sentence));
  writer.ClaimedCall(second, input.doc, "actual");
  writer.Check("same(expected, actual)", trial.claim,
               "describe(expected) + ' is now ' + describe(actual)");
  writer.Finish(std::move(trial), out);
}

std::vector<std::string> TensorVariables(const ApiCall& call, const WrittenCall& written) {
  std::vector<std::string> out;
  const auto add = [&](const std::string& expression) {
    const std::string end = " = " + expression;
    for (const std::string& statement : written.statements)
      if (statement.ends_with(end)) {
        const std::string name = statement.substr(0, statement.size() - end.size());
        if (std::ranges::find(out, name) == out.end()) {
          out.push_back(name);
          return;
        }
      }
  };
  if (!call.receiver.empty()) add(call.receiver);
  for (const CallArgument& argument : call.arguments)
    if (!argument.dtype.empty()) add(argument.expression);
  for (const CallArgument& argument : call.then_called_with)
    if (!argument.dtype.empty()) add(argument.expression);
  return out;
}

ApiCall Shaken(const ApiCall& call) {
  ApiCall out = call;
  int number = 0;
  const auto shake = [&](CallArgument& argument) {
    if (argument.dtype == "float32")
      argument.expression = StrCat("shaken(", argument.expression, ", ", number++, ")");
  };
  for (CallArgument& argument : out.arguments) shake(argument);
  for (CallArgument& argument : out.then_called_with) shake(argument);
  return out;
}

void AddGuard(TrialWriter& writer, const std::string& condition, const std::string& why) {
  writer.Line(StrCat("if ", condition, ":")).Line(StrCat("    raise SystemExit(0)  # ", why));
}

bool IsArbitrary(const knowledge::ApiDoc& doc) {
  static const RE2 kWords(
      R"((?i)uninitiali[sz]ed|undefined (?:data|memory|values?)|memory address)");
  static const RE2 kNames(
      R"((?:^|\.)(?:empty\w*|new_empty\w*|resize\w*|data_ptr|storage\w*|untyped_storage|seed|initial_seed|get_rng_state|id|time\w*|timestamp|set_|share_memory_|pin_memory|record_stream|from_file|get_device|\w*rng_state|memory_\w+)$)");
  // Quantised modules are made to be filled by a conversion: what a new one holds was never
  // written.
  static const RE2 kUnwritten(R"((?:^|\.)(?:quantized|quantizable)(?:\.\w+)*\.[A-Z]\w*)");
  return RE2::PartialMatch(doc.text, kWords) || RE2::PartialMatch(doc.name, kNames) ||
         RE2::PartialMatch(doc.name, kUnwritten);
}

bool IsRandom(const knowledge::ApiDoc& doc) {
  static const RE2 kWords(
      R"((?i)\brandom|dropout|shuffle|bernoulli|multinomial|stochastic|\bnoise\b|\bsampl|\b(?:normal|uniform) distribution)");
  static const RE2 kNames(
      R"((?i)rand|dropout|shuffle|sampl|bernoulli|multinomial|noise|augmix|mixup|cutmix)");
  // What is said of chance there is what the numbers mean: they are computed, not drawn.
  static const RE2 kProbabilities(
      R"((?:^|\.)(?:erf\w*|ndtr\w*|log_ndtr|betainc|(?:gammainc|igamma)c?|(?:log)?(?:pdf|pmf|cdf|sf)|ppf|isf)$)");
  if (RE2::PartialMatch(doc.name, kNames)) return true;
  return !RE2::PartialMatch(doc.name, kProbabilities) && RE2::PartialMatch(doc.text, kWords);
}

bool IsAmbiguous(const knowledge::ApiDoc& doc) {
  static const RE2 kWords(
      R"((?i)not (?:be )?unique|non-unique|not guaranteed|no guarantee|(?:specific|particular) order|arbitrar|up to (?:a )?(?:sign|phase)|not stable|unstable|non-?deterministic|(?:eig|svd|qr)\b)");
  static const RE2 kDecompositions(
      R"((?:^|\.)(?:eig\w*|svd\w*|schur|qr|qz|lobpcg\w*|hessenberg|pca_lowrank)$)");
  if (RE2::PartialMatch(doc.name, kDecompositions) || RE2::PartialMatch(doc.text, kWords))
    return true;
  return std::ranges::any_of(
      doc.notes, [](const std::string& note) { return RE2::PartialMatch(note, kWords); });
}

std::string FirstWords(const knowledge::ApiDoc& doc) {
  const std::vector<std::string> sentences = knowledge::Sentences(doc.text);
  return sentences.empty() ? doc.signature.substr(0, doc.signature.find('\n')) : sentences[0];
}

std::vector<std::string> AllSentences(const knowledge::ApiDoc& doc) {
  std::vector<std::string> out = knowledge::Sentences(doc.text);
  for (const std::string& note : doc.notes)
    for (std::string& sentence : knowledge::Sentences(note)) out.push_back(std::move(sentence));
  return out;
}

std::string TypesOf(const knowledge::Parameter& parameter) {
  for (const knowledge::Constraint& c : parameter.constraints)
    if (c.kind == "type") return c.normal;
  return "";
}

size_t CountOverloads(const knowledge::ApiDoc& doc) {
  return 1 + static_cast<size_t>(std::ranges::count(doc.signature, '\n'));
}

}  // namespace assay::trial
