#include "judge/twin/words.h"

#include "base/strings.h"

namespace assay::judge {
namespace {

using nlohmann::json;

std::string Shown(const json& told) {
  const std::string text = told.contains("values") ? told["values"].dump() : told["list"].dump();
  constexpr size_t kShown = 120;
  return text.size() <= kShown ? text : text.substr(0, kShown) + "…";
}

}  // namespace

const trial::CarriedCall* Words::Find(const std::string& who, size_t number) const {
  const auto found = by.find(who);
  if (found == by.end()) return nullptr;
  for (const trial::AskedCall& asked : found->second)
    if (asked.number == number) return &asked.call;
  return nullptr;
}

std::string Named(const Words& words, const std::vector<std::string>& who, size_t call) {
  std::vector<std::string> out;
  for (const std::string& name : who) {
    const auto doc = words.docs.find(name);
    const trial::CarriedCall* carried = words.Find(name, call);
    out.push_back(doc != words.docs.end()
                      ? StrCat(doc->second->name, " (", name, " ", doc->second->version, ")")
                  : carried != nullptr ? carried->api
                                       : name);
  }
  return Join(out, " and ");
}

std::string SuspicionOf(const Words& words, const trial::Evaluation& evaluation,
                        const trial::TwinVerdict& verdict) {
  std::vector<std::string> parts;
  for (const std::string& who : verdict.others)
    parts.push_back(StrCat(Named(words, {who}, evaluation.call), " gives ",
                           Shown(evaluation.results.at(who).result)));
  const std::string variant = evaluation.variant.empty() ? "" : ", " + evaluation.variant;
  return StrCat("call ", evaluation.call + 1, variant, ": ", Join(parts, "; "));
}

}  // namespace assay::judge
