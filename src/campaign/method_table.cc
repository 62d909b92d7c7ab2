#include <array>
#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "base/strings.h"
#include "campaign/method.h"
#include "generate/combinations.h"

namespace assay::campaign {

#define METHOD(Name) MethodDef Name##MethodDef();
#include "campaign/methods.def"
#undef METHOD

std::span<const MethodDef> AllMethods() {
  static const std::array kAll = {
#define METHOD(Name) Name##MethodDef(),
#include "campaign/methods.def"
#undef METHOD
  };
  return kAll;
}

const MethodDef* FindMethod(std::string_view name) {
  for (const MethodDef& method : AllMethods())
    if (method.name == name) return &method;
  return nullptr;
}

Rng CaseRng(uint64_t seed, int64_t index, int attempt) {
  // The seed is mixed first: combined as they are, (1, i) and (2, i - 65) would be the same case.
  const uint64_t one = HashCombine(HashMix(seed), static_cast<uint64_t>(index));
  return Rng(HashCombine(one, static_cast<uint64_t>(attempt)));
}

Result<Judge> JudgeByName(std::string_view name, Judge own) {
  if (name.empty()) return own;
  if (name == "certified") return Judge::kCertified;
  if (name == "dmad") return Judge::kDMad;
  if (name == "study") return Judge::kStudy;
  return Invalid(StrCat("--oracle ", name, ": expected certified, dmad or study"));
}

std::vector<uint64_t> Method::Keys(const Graph& graph) const {
  return generate::Combinations(graph);
}

std::string Report::Save() const {
  const nlohmann::json json = {index,    run,      recipe,    parent, keys,
                               distance, findings, put_aside, to_nan};
  const std::vector<uint8_t> bytes = nlohmann::json::to_cbor(json);
  return {bytes.begin(), bytes.end()};
}

Result<Report> Report::Load(std::string_view bytes) {
  const auto json = nlohmann::json::from_cbor(bytes.begin(), bytes.end(), true, false);
  try {
    Report report;
    report.index = json.at(0);
    report.run = json.at(1);
    report.recipe = json.at(2);
    report.parent = json.at(3);
    report.keys = json.at(4).get<std::vector<uint64_t>>();
    report.distance = json.at(5);
    report.findings = json.at(6);
    report.put_aside = json.at(7).get<std::vector<std::string>>();
    if (json.size() > 8) report.to_nan = json.at(8);  // not in older stores
    return report;
  } catch (const nlohmann::json::exception& error) {
    return Invalid(std::string("a damaged report in the store: ") + error.what());
  }
}

}  // namespace assay::campaign
