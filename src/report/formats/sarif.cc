// sarif: SARIF 2.1.0. A rule is a class of the study, a result is a finding, its place is the model
// or program that `assay findings export ID` writes, its fingerprint is the signature.
#include <map>

#include "base/json.h"
#include "report/formats.h"

namespace assay::report {
namespace {

using nlohmann::json;

// What fails at once, or is wrong without a word, is an error; what does not always show a warning.
const char* Level(const Report& report) {
  if (report.state == "fixed") return "none";
  return report.state == "flaky" || report.state == "disputed" || report.kind == "suspicious"
             ? "warning"
             : "error";
}

json SarifResult(const Report& report, size_t rule) {
  std::string text;
  for (const std::string& sentence : report.summary) text += (text.empty() ? "" : " ") + sentence;
  json location = {
      {"physicalLocation", {{"artifactLocation", {{"uri", StrCat(report.id, "/", report.file)}}}}}};
  if (!report.op.empty())
    location["logicalLocations"] = {{{"name", report.op}, {"kind", "function"}}};
  json out = {
      {"ruleId", report.study},
      {"ruleIndex", rule},
      {"level", Level(report)},
      {"message", {{"text", CleanText(text)}}},
      {"locations", json::array({location})},
      {"fingerprints", {{"assay/signature/v1", report.signature}}},
      {"properties",
       With(ASSAY_FIELDS(report, target, version, machines, kind, stage, state),
            {{"finding", report.id}, {"bugType", report.atoc}, {"decidedBy", report.rule}})}};
  if (report.state == "fixed") out["kind"] = "pass";
  return out;
}

}  // namespace

std::string RenderSarif(std::span<const Report> reports, const RenderOptions& options) {
  json rules = json::array(), results = json::array();
  std::map<std::string, size_t> index;
  for (const Report& report : reports) {
    const auto [rule, added] = index.try_emplace(report.study, index.size());
    if (added)
      rules.push_back({{"id", report.study},
                       {"name", report.study_group},
                       {"shortDescription", {{"text", report.study_name}}},
                       {"defaultConfiguration", {{"level", "error"}}}});
    results.push_back(SarifResult(report, rule->second));
  }
  const json out = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
      {"version", "2.1.0"},
      {"runs",
       {{{"tool",
          {{"driver", {{"name", "assay"}, {"version", options.version}, {"rules", rules}}}}},
         {"results", results}}}}};
  return out.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace assay::report
