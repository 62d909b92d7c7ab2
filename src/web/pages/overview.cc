// /api/overview: what the store holds, in numbers.
#include <ctime>
#include <filesystem>

#include "store/campaign_list.h"
#include "web/campaign_json.h"
#include "web/page.h"

namespace assay::web {
namespace {

using nlohmann::json;

constexpr int kRecentSeconds = 300;

std::string Now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts = {};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts);
  return text;
}

int64_t Open(const std::map<std::string, int64_t>& states) {
  int64_t out = 0;
  for (const auto& [state, count] : states)
    if (state != "fixed" && state != "flaky") out += count;
  return out;
}

// Whether a page has something to show.
json PagesJson(const Sources& sources, const std::map<std::string, int64_t>& campaigns) {
  std::error_code ignored;
  json out = {{"bugs", !sources.bugs.empty() && std::filesystem::exists(sources.bugs, ignored)},
              {"study", !sources.study.empty() && std::filesystem::exists(sources.study, ignored)}};
  for (const char* pipeline : {"judge", "optbug", "mirror"})
    out[pipeline] = campaigns.contains(pipeline) ? campaigns.at(pipeline) : 0;
  return out;
}

struct Counts {
  store::FindingCounts findings;  // by facet of findings, the total of bugs
  std::map<int64_t, int64_t> cases;
  int64_t checks = 0;
  std::vector<store::ProgressRow> recent;
};

Result<Counts> CountsOf(const store::Store& store) {
  Counts out;
  ASSAY_ASSIGN(out.findings, store.Count({.as_bugs = true}));
  ASSAY_ASSIGN(out.cases, CasesByCampaign(store));
  ASSAY_ASSIGN(out.checks, store.CountChecks());
  ASSAY_ASSIGN(out.recent, store.RecentProgress(kRecentSeconds));
  return out;
}

}  // namespace

Result<Answer> Overview(const Sources& sources, const Query& query) {
  ASSAY_RETURN_IF_ERROR(query.Allow({}));
  ASSAY_ASSIGN(Counts counts, sources.WithLists(CountsOf));
  store::FindingCounts& findings = counts.findings;
  int64_t all = 0, total = counts.checks;
  for (const auto& [kind, count] : findings.facets["kind"]) all += count;
  for (const auto& [campaign, count] : counts.cases) total += count;
  ASSAY_ASSIGN(const auto pipelines, store::CountPipelines(sources.store));
  json running = json::array();
  for (const store::ProgressRow& row : counts.recent)
    if (StateJson(row)["running"] == true) running.push_back(row.campaign);
  return Answer({{"version", sources.version},
                 {"store", sources.StoreName()},
                 {"now", Now()},
                 {"readonly", sources.read_only},
                 {"static", sources.for_report},
                 {"netron", !sources.for_report && !sources.netron.empty()},
                 {"totals",
                  {{"cases", total},
                   {"findings", all},
                   {"bugs", findings.total},
                   {"open", Open(findings.facets["state"])},
                   {"campaigns", counts.cases.size()}}},
                 {"by_kind", findings.facets["kind"]},
                 {"by_state", findings.facets["state"]},
                 {"by_target", findings.facets["target"]},
                 {"by_producer", findings.facets["producer"]},
                 {"running", std::move(running)},
                 {"pages", PagesJson(sources, pipelines)}});
}

}  // namespace assay::web
