// /api/targets: what can be tested on this machine, and what testing it costs. Starts nothing.
#include <algorithm>
#include <map>

#include "conform/kept.h"
#include "lab/registry.h"
#include "web/page.h"

namespace assay::web {
namespace {

using nlohmann::json;

constexpr int kChecksRead = 2000;  // the newest; enough for a median
constexpr int64_t kCampaignsRead = 200;

struct Cost {
  int64_t cases = 0;        // of campaigns
  int64_t unsupported = 0;  // of these
  int64_t checks = 0;       // single ones
  double seconds = 0;       // of the campaigns, in the target
  double most_mb = 0;       // of the campaigns
  std::vector<double> run_ms, peak_mb;
  std::string version;  // that ran last, where one was noted

  // What a target does not take costs it nothing and says nothing of its speed.
  double taken() const { return static_cast<double>(cases - unsupported); }
};
using Costs = std::map<std::string, Cost>;

// Campaigns count cases and seconds of each target in their tally.
Status AddCampaigns(const store::Store& store, Costs& out) {
  ASSAY_ASSIGN(const auto campaigns, store.Campaigns(kCampaignsRead));
  for (const store::CampaignRow& row : campaigns) {
    const json tally = ParseJson(row.tally);
    if (!tally.is_object() || !tally.contains("targets") || !tally["targets"].is_object()) continue;
    for (const auto& [name, counts] : tally["targets"].items()) {
      if (!counts.is_object()) continue;
      out[name].cases += static_cast<int64_t>(RealAt(counts, "cases"));
      out[name].unsupported += static_cast<int64_t>(RealAt(counts, "unsupported"));
      out[name].seconds += RealAt(counts, "seconds");
      out[name].most_mb = std::max(out[name].most_mb, RealAt(counts, "peak_mb"));
    }
  }
  return {};
}

// Single checks were measured one by one.
Status AddChecks(const store::Store& store, Costs& out) {
  ASSAY_ASSIGN(const auto checks, store.Checks(kChecksRead));
  for (const store::CheckRow& row : checks) {
    Cost& cost = out[row.target];
    ++cost.checks;
    if (cost.version.empty()) cost.version = row.version;
    if (row.status != "ok") continue;
    if (row.run_ms > 0) cost.run_ms.push_back(row.run_ms);
    if (row.peak_mb > 0) cost.peak_mb.push_back(row.peak_mb);
  }
  return {};
}

// Node tests, then findings: each keeps the version that it was seen with.
Status AddVersion(const Sources& sources, const store::Store& store, const std::string& target,
                  Cost& out) {
  ASSAY_ASSIGN(const auto documents, store.Documents(conform::kDocumentKind));
  for (const store::DocumentRow& row : documents) {
    const json kept = ParseJson(row.json);
    if (row.name == target && kept.is_object() && kept.value("version", json()).is_string())
      out.version = kept["version"].get<std::string>();
  }
  if (!out.version.empty()) return {};
  store::FindingFilter its;
  its.facets["target"] = target;
  ASSAY_ASSIGN(const auto newest, sources.WithLists([&](const store::Store& lists) {
    return lists.List(its, {store::FindingOrder::By::kNewest, true}, 1, 0);
  }));
  if (!newest.empty()) out.version = newest[0].row.version;
  return {};
}

json Median(std::vector<double> values) {
  if (values.empty()) return nullptr;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

json PeakJson(const Cost& cost) {
  double most = cost.most_mb;
  for (const double mb : cost.peak_mb) most = std::max(most, mb);
  return most > 0 ? json(most) : json(nullptr);
}

json TargetJson(const lab::Target& target, const Cost& cost) {
  json out = With(ASSAY_FIELDS(target, name, framework, device, mode, ready),
                  {{"version", target.version.empty() ? cost.version : target.version},
                   {"version_from", !target.version.empty() ? "installed"
                                    : cost.version.empty()  ? ""
                                                            : "last run"},
                   {"why", target.reason},
                   {"remedy", target.fix},
                   {"opset", nullptr},
                   {"cases", cost.cases + cost.checks},
                   {"unsupported", cost.unsupported},
                   {"cases_per_second", nullptr},
                   {"run_ms", Median(cost.run_ms)},
                   {"peak_mb", PeakJson(cost)}});
  // A manifest that states no range takes all that there will ever be.
  constexpr int kNoLimit = 1000;
  if (target.manifest != nullptr && target.manifest->opset_max < kNoLimit)
    out["opset"] = {target.manifest->opset_min, target.manifest->opset_max};
  if (cost.seconds > 0 && cost.taken() > 0) out["cases_per_second"] = cost.taken() / cost.seconds;
  // Campaigns count the time of a whole case: loading, running, going back and forth.
  if (cost.run_ms.empty() && cost.taken() > 0) out["run_ms"] = 1000 * cost.seconds / cost.taken();
  return out;
}

}  // namespace

Result<Answer> Targets(const Sources& sources, const Query& query) {
  ASSAY_RETURN_IF_ERROR(query.Allow({}));
  ASSAY_ASSIGN(const lab::Registry registry, lab::Registry::Load(sources.backend_dirs));
  ASSAY_ASSIGN(const store::Store store, sources.OpenStore());
  Costs costs;
  ASSAY_RETURN_IF_ERROR(AddCampaigns(store, costs));
  ASSAY_RETURN_IF_ERROR(AddChecks(store, costs));
  json out = json::array();
  for (const lab::Target& target : registry.targets()) {
    Cost& cost = costs[target.name];
    // Only Python packages tell their version without being started.
    if (target.ready && target.version.empty() && cost.version.empty())
      ASSAY_RETURN_IF_ERROR(AddVersion(sources, store, target.name, cost));
    out.push_back(TargetJson(target, cost));
  }
  return Answer(json{{"targets", std::move(out)}});
}

}  // namespace assay::web
