#include "mirror/pairs/trial.h"

#include <re2/re2.h>

#include "base/strings.h"
#include "trial/roles.h"

namespace assay::mirror::pairs {
namespace {

using knowledge::Parameter;
using nlohmann::json;
using trial::ApiCall;
using trial::CarriedCall;

// Values other than the default, for a parameter that both sides have.
std::vector<std::string> OptionsOf(const Parameter& parameter) {
  static const RE2 kNumber(R"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)");
  const std::string now = parameter.default_value.value_or("");
  if (now == "True") return {"False"};
  if (now == "False") return {"True"};
  if (trial::RoleOf(parameter) == trial::Role::kAxis) return {"0", "-1"};
  if (RE2::FullMatch(now, kNumber)) return {"0", "1", "-1", "2"};
  return {};
}

}  // namespace

std::map<std::string, CarriedCall> WordsFor(const Subject& subject, const ApiCall& call,
                                            const json& arguments) {
  std::map<std::string, CarriedCall> out;
  const std::string &from = subject.from->framework, &to = subject.to->framework;
  auto twin = trial::TwinCall(call, *subject.from, *subject.pair, *subject.to, arguments);
  if (!twin) return out;
  out.emplace(from, trial::OwnCall(call, *subject.from, arguments));
  out.emplace(to, std::move(*twin));
  if (subject.third != nullptr)
    if (auto third =
            trial::TwinCall(call, *subject.from, *subject.third_pair, *subject.third, arguments))
      out.emplace(subject.third->framework, std::move(*third));
  if (const auto jax = out.find(kJax); jax != out.end())
    if (auto numpy = trial::NumpyCall(jax->second)) out.emplace(kNumpy, std::move(*numpy));
  return out;
}

std::vector<BaseCall> WithOptions(const Subject& subject, const ApiCall& call) {
  std::vector<BaseCall> out;
  for (const knowledge::ParameterPair& mapped : subject.pair->parameters) {
    if (mapped.from.empty() || mapped.to.empty() || call.Find(mapped.from) != nullptr) continue;
    const Parameter* parameter = knowledge::FindParameter(*subject.from, mapped.from);
    if (parameter == nullptr || !parameter->default_value) continue;
    for (const std::string& value : OptionsOf(*parameter))
      out.push_back({.call = call.With(mapped.from, value), .option = mapped.from});
  }
  return out;
}

std::vector<PairTrial> TrialsOf(const Subject& subject, const BaseCall& base,
                                const std::vector<Change>& changes) {
  std::vector<PairTrial> out;
  for (const Change& change : changes) {
    auto words = WordsFor(subject, base.call, change.arguments);
    if (words.empty()) continue;
    out.push_back({.change = change, .source = base.call.source, .words = std::move(words)});
    if (base.option.empty()) continue;
    Change& told = out.back().change;
    told.what +=
        StrCat(", with ", base.option, "=", base.arguments.at(base.option).value("plain", ""));
    if (told.kind == kBenign) {
      told.kind = kOption;
      told.parameter = base.option;
    }
  }
  return out;
}

}  // namespace assay::mirror::pairs
