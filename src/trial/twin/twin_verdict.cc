#include "trial/twin/twin_verdict.h"

#include <algorithm>

#include "base/strings.h"
#include "knowledge/text.h"
#include "trial/claim.h"
#include "trial/dialect.h"

namespace assay::trial {
namespace {

using nlohmann::json;

constexpr size_t kLeastAgreements = 2;
constexpr const char* kNumpy = "numpy";  // is believed, never accused

bool HasText(const json& values) {
  for (const json& value : values)
    if (value.is_string() || (value.is_array() && HasText(value))) return true;
  return false;
}

// NaN and infinity are texts in JSON.
bool HasNonFinite(const json& arguments) {
  for (const json& argument : arguments) {
    if (argument.contains("values") && HasText(argument["values"])) return true;
    if (argument.contains("list") && HasNonFinite(argument["list"])) return true;
  }
  return false;
}

bool AllAgree(const Evaluation& evaluation, const std::vector<std::string>& names) {
  for (size_t i = 0; i < names.size(); ++i)
    for (size_t j = i + 1; j < names.size(); ++j)
      if (Compare(evaluation.results.at(names[i]), evaluation.results.at(names[j])) !=
          Likeness::kAgree)
        return false;
  return true;
}

// Differs from all `others`, in a number that all of them have.
bool StandsAlone(const Evaluation& evaluation, const std::string& name,
                 const std::vector<std::string>& others) {
  return std::ranges::all_of(others, [&](const std::string& other) {
    return Compare(evaluation.results.at(name), evaluation.results.at(other)) == Likeness::kDiffer;
  });
}

// A number of a fact as Python text.
std::string NumberText(const json& value) {
  if (value.is_array())
    return StrCat("complex(", NumberText(value[0]), ", ", NumberText(value[1]), ")");
  if (value.is_string()) return StrCat("float('", value.get<std::string>(), "')");
  if (value.is_boolean()) return value.get<bool>() ? "True" : "False";
  return value.dump();
}

std::string Flat(const json& fact) {
  std::vector<std::string> out;
  for (const json& value : fact["values"]) out.push_back(NumberText(value));
  return StrCat("[", Join(out, ", "), "]");
}

std::string Tensor(const json& fact, const Dialect& dialect) {
  return dialect.literal(fact["shape"].get<Dims>(), fact["dtype"].get<std::string>(), Flat(fact));
}

}  // namespace

std::set<std::string> Proven(const std::vector<Evaluation>& evaluations, const std::string& own) {
  std::map<std::string, std::pair<size_t, size_t>> counts;  // agreements, differences
  for (const Evaluation& evaluation : evaluations) {
    const auto mine = evaluation.results.find(own);
    if (mine == evaluation.results.end()) continue;
    for (const auto& [who, told] : evaluation.results) {
      if (who == own) continue;
      const Likeness likeness = Compare(mine->second, told);
      counts[who].first += likeness == Likeness::kAgree ? 1 : 0;
      const bool differs =
          likeness == Likeness::kDiffer || likeness == Likeness::kElsewhereUndefined;
      counts[who].second += differs ? 1 : 0;
    }
  }
  std::set<std::string> out;
  for (const auto& [who, count] : counts)
    if (count.first >= kLeastAgreements && count.first >= count.second) out.insert(who);
  return out;
}

TwinVerdict DecideTwins(const Evaluation& evaluation, const std::string& own,
                        const std::set<std::string>& proven) {
  const auto mine = evaluation.results.find(own);
  if (mine == evaluation.results.end()) return {};
  std::vector<std::string> names = {own};
  for (const auto& [who, told] : evaluation.results)
    if (who != own && proven.contains(who) &&
        Compare(mine->second, told) != Likeness::kIncomparable)
      names.push_back(who);
  if (names.size() < 2) return {};
  if (AllAgree(evaluation, names)) return {TwinOutcome::kAgreed, "", names};
  for (const std::string& name : names) {
    std::vector<std::string> others;
    for (const std::string& other : names)
      if (other != name) others.push_back(other);
    if (others.size() < 2 || !AllAgree(evaluation, others) ||
        !StandsAlone(evaluation, name, others))
      continue;
    if (name == kNumpy) return {TwinOutcome::kAgreed, "", others};
    if (HasNonFinite(evaluation.values)) break;
    return {TwinOutcome::kAccused, name, others};
  }
  return {TwinOutcome::kUndecided, "", names};
}

std::string FactText(const json& fact, const Dialect& dialect) {
  if (!fact.contains("list")) return Tensor(fact, dialect);
  std::vector<std::string> parts;
  for (const json& part : fact["list"]) parts.push_back(Tensor(part, dialect));
  return StrCat("[", Join(parts, ", "), "]");
}

std::string ExpectedText(const json& fact) {
  if (!fact.contains("list")) return StrCat("np.array(", Flat(fact), ")");
  std::string out = "(";
  for (const json& part : fact["list"]) out += ExpectedText(part) + ", ";
  return out + ")";
}

Trial WriteTwinAccusation(const TwinAccusation& accusation, const Dialect& dialect,
                          const std::string& prelude) {
  Trial trial = NewTrial(kTwinOracle, "", FirstWords(accusation.doc),
                         StrCat("it gives the numbers of ", accusation.others), Blame::kChecks);
  TrialWriter writer(dialect, prelude);
  if (!dialect.wide.empty()) writer.Line(std::string(dialect.wide));
  // Parameters may be called like modules: names of our own.
  const auto variable = [](const std::string& key) { return key + "_"; };
  for (const auto& [key, value] : accusation.values.items())
    if (!value.contains("plain"))
      writer.Line(StrCat(variable(key), " = ", FactText(value, dialect)));
  const std::string call = Text(accusation.call, variable);
  writer.Comment(StrCat(accusation.doc.name, " of ", accusation.doc.framework, " ",
                        accusation.doc.version, ": \"", knowledge::Squeeze(trial.sentence), "\""));
  writer.Comment(StrCat("What ", accusation.others, " give:"));
  writer.Line("expected = " + ExpectedText(accusation.expected));
  writer.Line("actual = " + call);
  writer.Claim().Check("near(actual, expected)", trial.claim,
                       "describe(actual) + ' in place of ' + describe(expected)");
  writer.Finish(trial);
  return trial;
}

}  // namespace assay::trial
