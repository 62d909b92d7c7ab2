#include "trial/twin/accusation.h"

#include "base/strings.h"
#include "knowledge/text.h"
#include "trial/claim.h"
#include "trial/dialect.h"

namespace assay::trial {
namespace {

using nlohmann::json;

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
                         StrCat("it gives the numbers of ", accusation.others));
  trial.blame = Blame::kChecks;
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
