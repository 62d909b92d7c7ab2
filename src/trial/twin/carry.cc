#include "trial/twin/carry.h"

#include <re2/re2.h>

#include "base/strings.h"
#include "base/toml.h"
#include "knowledge/text.h"
#include "lab/registry.h"

namespace assay::trial {
namespace {

using knowledge::ApiDoc;
using knowledge::Parameter;
using knowledge::ParameterPair;
using nlohmann::json;

constexpr const char* kReceiver = "receiver";

CarriedCall::Argument ArgumentOf(const std::string& key, const std::string& keyword,
                                 const json& values) {
  const json& value = values.at(key);
  if (value.contains("plain")) return {"", keyword, value["plain"].get<std::string>()};
  return {key, keyword, ""};
}

// What kind of value a default is: numbers stand for numbers, flags for flags.
char KindOf(const std::string& text) {
  static const RE2 kNumber(R"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)");
  if (text == "None") return 'n';
  if (text == "True" || text == "False") return 'b';
  if (RE2::FullMatch(text, kNumber)) return '1';
  if (text.starts_with('\'') || text.starts_with('"')) return 's';
  return '?';
}

// What must be passed there for a parameter that is left out here. Nothing: it may be left out
// there, too; false: neither will do.
struct LeftOut {
  bool possible = true;
  std::string literal;
};
LeftOut ForLeftOut(const Parameter* here, const Parameter& there) {
  if (here == nullptr || !here->default_value || !there.default_value)
    return {there.optional || there.default_value.has_value(), ""};
  const std::string &a = *here->default_value, &b = *there.default_value;
  if (SameText(a, b)) return {};
  const char kind = KindOf(a), other = KindOf(b);
  if (kind == '1' && other == '1' && std::stod(a) == std::stod(b)) return {};
  const bool alike = kind != '?' && (kind == other || kind == 'n' || other == 'n');
  return {alike, alike ? a : ""};
}

std::string CounterpartOf(const knowledge::Pair& pair, const std::string& there) {
  for (const ParameterPair& mapped : pair.parameters)
    if (mapped.to == there) return mapped.from;
  return "";
}

// The name by which values know a parameter of `doc`.
std::string KeyOf(const ApiCall& call, const std::string& parameter) {
  return parameter == "self" && !call.receiver.empty() ? kReceiver : parameter;
}

bool Fits(const FalseTwin& pair, const std::string& a, const std::string& b) {
  return GlobMatch(pair.from, a) && GlobMatch(pair.to, b);
}

}  // namespace

std::string Text(const CarriedCall& call,
                 const std::function<std::string(const std::string& key)>& value_of) {
  std::vector<std::string> parts;
  for (const CarriedCall::Argument& argument : call.arguments) {
    const std::string value = argument.key.empty() ? argument.literal : value_of(argument.key);
    parts.push_back(argument.keyword.empty() ? value : StrCat(argument.keyword, "=", value));
  }
  const std::string callee =
      call.receiver.empty() ? call.api
                            : StrCat(value_of(call.receiver), ".", knowledge::LastPart(call.api));
  return StrCat(callee, "(", Join(parts, ", "), ")");
}

CarriedCall OwnCall(const ApiCall& call, const ApiDoc& doc, const json& values) {
  CarriedCall out{
      .api = doc.name, .receiver = call.receiver.empty() ? "" : kReceiver, .arguments = {}};
  for (const CallArgument& argument : call.arguments)
    out.arguments.push_back(
        ArgumentOf(argument.name, argument.keyword ? argument.name : "", values));
  return out;
}

std::optional<CarriedCall> TwinCall(const ApiCall& call, const ApiDoc& doc,
                                    const knowledge::Pair& pair, const ApiDoc& twin,
                                    const json& values) {
  CarriedCall out{.api = twin.name, .receiver = "", .arguments = {}};
  size_t passed = 0;
  bool gap = false;  // after a parameter that was left out, places no longer fit
  for (const Parameter& there : twin.parameters) {
    if (there.kind.starts_with("var-")) continue;
    const std::string from = CounterpartOf(pair, there.name);
    const std::string key = from.empty() ? "" : KeyOf(call, from);
    const bool by_place = there.kind == "positional-only";
    const std::string keyword = by_place ? "" : there.name;
    if (!key.empty() && values.contains(key)) {
      if (by_place && gap) return std::nullopt;
      out.arguments.push_back(ArgumentOf(key, keyword, values));
      ++passed;
      continue;
    }
    const LeftOut rest =
        ForLeftOut(from.empty() ? nullptr : knowledge::FindParameter(doc, from), there);
    if (!rest.possible || (by_place && gap && !rest.literal.empty())) return std::nullopt;
    if (rest.literal.empty())
      gap = true;
    else
      out.arguments.push_back({"", keyword, rest.literal});
  }
  if (passed != values.size()) return std::nullopt;
  return out;
}

std::optional<CarriedCall> NumpyCall(const CarriedCall& jax) {
  CarriedCall out = jax;
  for (const auto& [theirs, ours] :
       {std::pair{"jax.numpy.", "np."}, std::pair{"jax.scipy.", "scipy."}})
    if (jax.api.starts_with(theirs)) {
      out.api = ours + jax.api.substr(std::string_view(theirs).size());
      return out;
    }
  return std::nullopt;
}

std::string TwinBook::WhyNot(const std::string& a, const std::string& b) const {
  for (const FalseTwin& pair : false_twins)
    if (Fits(pair, a, b) || Fits(pair, b, a)) return pair.why;
  return "";
}

Result<TwinBook> LoadTwinBook() {
  const std::string path = lab::HomeFolder() + "/data/judge/twins.toml";
  ASSAY_ASSIGN(const Toml file, Toml::Load(path));
  TwinBook out;
  for (const Toml& entry : file["false_twin"].items()) {
    FalseTwin pair{entry["from"].Text(), entry["to"].Text(), entry["why"].Text()};
    if (pair.from.empty() || pair.to.empty() || pair.why.empty())
      return entry.Wrong("a false twin needs from, to and why");
    out.false_twins.push_back(std::move(pair));
  }
  return out;
}

}  // namespace assay::trial
