// /api/campaigns and /api/campaigns/ID; /api/campaigns/ID/series and /api/compare: their curves.
#include <algorithm>
#include <charconv>

#include "base/strings.h"
#include "mutate/mutator.h"
#include "web/campaign_json.h"
#include "web/page.h"

namespace assay::web {
namespace {

using nlohmann::json;

constexpr size_t kShownGaps = 20;

json TargetsJson(const json& tally) {
  const json targets = ObjectAt(tally, "targets");
  const double seconds = RealAt(tally, "seconds");
  double all = 0;
  for (const auto& [name, target] : targets.items()) all += RealAt(target, "seconds");
  json out = json::array();
  for (const auto& [name, target] : targets.items()) {
    const json statuses = ObjectAt(target, "statuses");
    const double spent = RealAt(target, "seconds");
    const auto cases = static_cast<double>(IntAt(target, "cases"));
    out.push_back({{"name", name},
                   {"cases", IntAt(target, "cases")},
                   {"cases_per_second", seconds > 0 ? cases / seconds : 0},
                   {"ok", IntAt(statuses, "ok")},
                   {"unsupported", IntAt(target, "unsupported")},
                   {"statuses", statuses},
                   {"seconds", spent},
                   {"share", all > 0 ? spent / all : 0}});
  }
  return out;
}

json MutatorsJson(const json& tally) {
  json out = json::array();
  const json mutators = ObjectAt(tally, "mutators");
  for (const auto& [name, counts] : mutators.items()) {
    json row = {{"name", name},
                {"applied", IntAt(counts, "applied")},
                {"refused", IntAt(counts, "refused")},
                {"invalid", IntAt(counts, "invalid")}};
    // One of another assay may have a name that this one does not know.
    if (const mutate::MutatorDef* known = mutate::FindMutator(name); known != nullptr) {
      row["meaning"] = known->meaning;
      row["family"] = mutate::FamilyName(known->family);
      row["promise"] = mutate::PromiseName(known->promise);
    }
    out.push_back(std::move(row));
  }
  return out;
}

// Why targets did not support cases, the most frequent first.
json GapsJson(const json& tally) {
  json out = json::array();
  const json targets = ObjectAt(tally, "targets");
  for (const auto& [name, target] : targets.items()) {
    const json gaps = ObjectAt(target, "gaps");
    for (const auto& [why, count] : gaps.items())
      out.push_back({{"target", name}, {"why", why}, {"count", count}});
  }
  std::stable_sort(out.begin(), out.end(), [](const json& a, const json& b) {
    return IntAt(a, "count") > IntAt(b, "count");
  });
  if (out.size() > kShownGaps) out.erase(out.begin() + kShownGaps, out.end());
  return out;
}

constexpr size_t kMostPoints = 500, kMostCompared = 8;

}  // namespace

Result<int64_t> CampaignId(const std::string& text) {
  int64_t id = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), id);
  if (failed != std::errc() || end != text.data() + text.size() || id < 1)
    return NotFound("campaigns have numbers from 1 on");
  return id;
}

Result<store::CampaignRow> FindCampaign(const store::Store& store, const std::string& text) {
  ASSAY_ASSIGN(const int64_t id, CampaignId(text));
  ASSAY_ASSIGN(auto row, store.Campaign(id));
  if (!row.has_value()) return NotFound(StrCat("there is no campaign ", id));
  return std::move(*row);
}

Result<Answer> Campaigns(const Sources& sources, const Query& query) {
  ASSAY_RETURN_IF_ERROR(query.Allow({"limit", "offset"}));
  ASSAY_ASSIGN(const int64_t limit, query.Int("limit", 200, 1, 500));
  ASSAY_ASSIGN(const int64_t offset, query.Int("offset", 0, 0, 1'000'000'000));
  ASSAY_ASSIGN(const store::Store store, sources.OpenStore());
  ASSAY_ASSIGN(const auto rows, store.Campaigns(limit, offset));
  ASSAY_ASSIGN(const auto found, sources.WithLists([](const store::Store& lists) {
    return lists.FindingsByCampaign();
  }));
  json campaigns = json::array();
  for (const store::CampaignRow& row : rows) {
    ASSAY_ASSIGN(campaigns.emplace_back(), CampaignJson(store, row, found));
  }
  ASSAY_ASSIGN(const int64_t total, store.CountCampaigns());
  return Answer({{"campaigns", std::move(campaigns)},
                 {"total", total},
                 {"limit", limit},
                 {"offset", offset}});
}

Result<Answer> Campaign(const Sources& sources, const Query& query) {
  ASSAY_RETURN_IF_ERROR(query.Allow({}));
  ASSAY_ASSIGN(const store::Store store, sources.OpenStore());
  ASSAY_ASSIGN(const store::CampaignRow row, FindCampaign(store, query.id()));
  ASSAY_ASSIGN(const auto found, sources.WithLists([](const store::Store& lists) {
    return lists.FindingsByCampaign();
  }));
  ASSAY_ASSIGN(json out, CampaignJson(store, row, found));
  const json tally = ObjectOf(row.tally);
  out["config"] = ObjectOf(row.config);
  // Thousands of hashes, which say nothing to anybody.
  out["config"].erase("avoid");
  out["config"].erase("gaps");
  out["targets"] = TargetsJson(tally);
  out["mutators"] = MutatorsJson(tally);
  out["gaps"] = GapsJson(tally);
  const double all = RealAt(tally, "cpu_seconds"), targets = RealAt(tally, "target_cpu_seconds");
  out["cpu"] = {{"targets", targets}, {"assay", all - targets}};
  ASSAY_ASSIGN(const auto last, store.LastProgress(row.id));
  const json state = last.has_value() ? StateJson(*last) : json::object();
  out["since_new_seconds"] = state.value("since_new_seconds", json());
  out["current"] = out["running"] == true ? state.value("current", json::array()) : json::array();
  out["trouble"] = state.value("trouble", "");
  if (!tally.contains("targets")) out["tally"] = tally;  // of a pipeline of programs
  return Answer(std::move(out));
}

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
