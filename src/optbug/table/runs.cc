#include "optbug/table/runs.h"

#include <algorithm>

#include "base/json.h"
#include "base/strings.h"
#include "casebook/labels.h"
#include "store/address.h"
#include "store/campaign_list.h"
#include "store/store.h"

namespace assay::optbug {
namespace {

using nlohmann::json;

bool IsSummary(const json& value) {
  return value.is_object() && value.contains("programs") && value["programs"].is_number();
}

// The ids of the findings that the reports of a run name.
json IdsOf(const std::vector<json>& reports) {
  json out = json::array();
  for (const json& report : reports)
    if (report.is_object() && report.contains("findings") && report["findings"].is_array())
      for (const json& finding : report["findings"]) out.push_back(finding);
  return out;
}

// The summary of one campaign; null when it never came so far. Where it only counts its findings,
// the reports name them.
Result<json> SummaryOf(const store::Store& store, const store::CampaignRow& row) {
  ASSAY_ASSIGN(const auto rows, store.Reports(row.id));
  std::vector<json> reports;
  for (const store::ReportRow& report : rows) reports.push_back(ParseJson(report.report));
  json out = ParseJson(row.tally);
  for (auto report = reports.rbegin(); !IsSummary(out) && report != reports.rend(); ++report)
    out = *report;
  if (!IsSummary(out)) return json();
  if (json ids = IdsOf(reports); !ids.empty()) out["findings"] = std::move(ids);
  return out;
}

// Whether findings count as bugs, by their ids.
using Bugs = std::map<std::string, bool>;

Result<Bugs> BugsOf(const store::Store& store) {
  ASSAY_ASSIGN(const auto rows, store.Findings());
  Bugs out;
  for (const store::FindingRow& row : rows) out[row.id] = casebook::IsBug(row);
  return out;
}

// A number, or the number of entries of a list.
double NumberOf(const json& from, const char* key) {
  const auto found = from.find(key);
  if (found == from.end()) return 0;
  if (found->is_number()) return found->get<double>();
  return found->is_array() ? static_cast<double>(found->size()) : 0;
}

size_t CountOf(const json& from, const char* key) {
  return static_cast<size_t>(std::max(0.0, NumberOf(from, key)));
}

std::string TextOf(const json& from, const char* key, const char* otherwise) {
  const auto found = from.find(key);
  return found != from.end() && found->is_string() ? found->get<std::string>() : otherwise;
}

// Tokens as one number, or by kind.
int64_t TokensOf(const json& summary) {
  const auto found = summary.find("tokens");
  if (found == summary.end()) return 0;
  if (!found->is_object()) return static_cast<int64_t>(NumberOf(summary, "tokens"));
  int64_t sum = 0;
  for (const auto& [kind, count] : found->items())
    if (count.is_number()) sum += count.get<int64_t>();
  return sum;
}

void TakeKinds(const json& summary, RunSum& sum) {
  const auto found = summary.find("kinds");
  if (found == summary.end() || !found->is_object()) return;
  for (const auto& [kind, count] : found->items())
    sum.kinds[kind] +=
        count.is_object() ? CountOf(count, "findings") : CountOf(*found, kind.c_str());
}

// A finding with an id counts once, and when a reviewer or the pipeline says that it is a bug.
void TakeFindings(const json& summary, const Bugs& bugs, RunSum& sum) {
  const auto found = summary.find("findings");
  if (found == summary.end()) return;
  if (!found->is_array()) {
    sum.findings += CountOf(summary, "findings");
    TakeKinds(summary, sum);
    return;
  }
  bool kinds = false;
  for (const json& finding : *found) {
    const std::string id = finding.is_object()   ? TextOf(finding, "id", "")
                           : finding.is_string() ? finding.get<std::string>()
                                                 : "";
    const auto bug = bugs.find(id);
    const std::string kind = finding.is_object() ? TextOf(finding, "kind", "") : "";
    kinds = kinds || !kind.empty();
    // Seen before under the same name: one bug found twice.
    if (bug != bugs.end() && !bug->second) continue;
    if (!id.empty() && !sum.ids.insert(id).second) continue;
    ++sum.findings;
    if (!kind.empty()) ++sum.kinds[kind];
    if (const std::string rule = finding.is_object() ? TextOf(finding, "rule", "") : "";
        !rule.empty()) {
      json& to = sum.rules.emplace(rule, json::object()).first->second;
      to["bugs"] = to.value("bugs", 0.0) + 1;
    }
  }
  if (!kinds) TakeKinds(summary, sum);
}

void TakeRules(const json& summary, RunSum& sum) {
  const auto found = summary.find("rules");
  if (found == summary.end() || !found->is_object()) return;
  for (const auto& [rule, counts] : found->items()) {
    if (!counts.is_object()) continue;
    json& to = sum.rules.emplace(rule, json::object()).first->second;
    for (const auto& [name, count] : counts.items())
      if (count.is_number()) to[name] = to.value(name, 0.0) + count.get<double>();
  }
}

void Add(const json& summary, const Bugs& bugs, RunSum& sum) {
  ++sum.runs;
  sum.programs += CountOf(summary, "programs");
  sum.valid += CountOf(summary, "valid");
  sum.relevant += CountOf(summary, "relevant");
  sum.seconds += NumberOf(summary, "seconds");
  sum.cost += NumberOf(summary, "cost");
  sum.tokens += TokensOf(summary);
  sum.completion_tokens += static_cast<int64_t>(NumberOf(summary, "completion_tokens"));
  sum.model_seconds += NumberOf(summary, "model_seconds");
  sum.context = std::max(sum.context, static_cast<int64_t>(NumberOf(summary, "context")));
  TakeFindings(summary, bugs, sum);
  TakeRules(summary, sum);
}

// "local, qwen2.5" tells more than "local".
std::string ProviderOf(const json& summary) {
  const std::string provider = TextOf(summary, "provider", "none"),
                    model = TextOf(summary, "model", "");
  return model.empty() || provider == "none" ? provider : provider + ", " + model;
}

}  // namespace

Result<std::vector<RunSum>> ReadRuns(const std::string& path) {
  if (!store::StoreExists(path))
    return Invalid(
        StrCat(path, ": there is no such store; `assay optbug run --store ", path, "` makes one"));
  ASSAY_ASSIGN(const store::Store store, store::Store::OpenForReading(path));
  ASSAY_ASSIGN(const auto campaigns, store::ListCampaigns(path, "optbug"));
  ASSAY_ASSIGN(const Bugs bugs, BugsOf(store));
  std::map<std::pair<std::string, std::string>, RunSum> sums;
  for (const store::CampaignRow& row : campaigns) {
    ASSAY_ASSIGN(const json summary, SummaryOf(store, row));
    if (summary.is_null()) continue;
    RunSum& sum = sums[{TextOf(summary, "approach", "assay"), ProviderOf(summary)}];
    Add(summary, bugs, sum);
  }
  std::vector<RunSum> out;
  for (auto& [key, sum] : sums) {
    sum.approach = key.first;
    sum.provider = key.second;
    out.push_back(std::move(sum));
  }
  std::stable_partition(out.begin(), out.end(),
                        [](const RunSum& sum) { return sum.approach == "assay"; });
  return out;
}

}  // namespace assay::optbug
