// /api/campaigns/ID/series and /api/compare: curves of campaigns.
#include "base/strings.h"
#include "web/campaign_json.h"
#include "web/page.h"

namespace assay::web {
namespace {

using nlohmann::json;

constexpr size_t kMostPoints = 500, kMostCompared = 8;

}  // namespace

Result<Answer> Series(const Sources& sources, const Query& query) {
  ASSAY_RETURN_IF_ERROR(query.Allow({}));
  ASSAY_ASSIGN(const store::Store store, sources.OpenStore());
  ASSAY_ASSIGN(const store::CampaignRow row, FindCampaign(store, query.id()));
  ASSAY_ASSIGN(const auto samples, store.Progress(row.id));
  json points = PointsJson(samples, kMostPoints);
  const double step = points.size() < 2
                          ? 0
                          : (points.back()["t"].get<double>() - points.front()["t"].get<double>()) /
                                static_cast<double>(points.size() - 1);
  return Answer({{"step_seconds", step}, {"points", std::move(points)}});
}

Result<Answer> Compare(const Sources& sources, const Query& query) {
  ASSAY_RETURN_IF_ERROR(query.Allow({"ids"}));
  const std::vector<std::string> ids = Split(query.Text("ids"), ',');
  if (query.Text("ids").empty() || ids.size() > kMostCompared)
    return BadQuery(StrCat("ids must name 1 to ", kMostCompared, " campaigns: ids=1,2"));
  ASSAY_ASSIGN(const store::Store store, sources.OpenStore());
  ASSAY_ASSIGN(const auto found, sources.WithLists([](const store::Store& lists) {
    return lists.FindingsByCampaign();
  }));
  json campaigns = json::array(), series = json::object();
  for (const std::string& id : ids) {
    ASSAY_ASSIGN(const store::CampaignRow row, FindCampaign(store, id));
    ASSAY_ASSIGN(json campaign, CampaignJson(store, row, found));
    ASSAY_ASSIGN(const auto samples, store.Progress(row.id));
    campaigns.push_back(std::move(campaign));
    series[StrCat(row.id)] = PointsJson(samples, kMostPoints);
  }
  return Answer({{"campaigns", std::move(campaigns)}, {"series", std::move(series)}});
}

}  // namespace assay::web
