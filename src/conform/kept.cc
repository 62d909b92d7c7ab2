#include "conform/kept.h"

namespace assay::conform {
namespace {

using nlohmann::json;

constexpr size_t kLongestReason = 300;

// Another version, or what is none of ours, says nothing of this one.
bool Fits(const json& before, const std::string& version) {
  return before.is_object() && before.contains("version") && before["version"] == version &&
         before.contains("results") && before["results"].is_object() &&
         before.contains("reasons") && before["reasons"].is_object();
}

}  // namespace

json KeptJson(const Report& report, const std::string& version, const std::string& device,
              const json& before) {
  json out = {{"version", version}, {"device", device}};
  const bool fits = Fits(before, version);
  json results = fits ? before["results"] : json::object();
  json reasons = fits ? before["reasons"] : json::object();
  for (const TestResult& result : report.results) {
    results[result.name] = result.passed ? "passed" : result.unsupported ? "unsupported" : "failed";
    if (result.passed)
      reasons.erase(result.name);
    else
      reasons[result.name] = result.reason.substr(0, kLongestReason);
  }
  out["results"] = std::move(results);
  out["reasons"] = std::move(reasons);
  return out;
}

}  // namespace assay::conform
