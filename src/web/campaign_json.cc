#include "web/campaign_json.h"

#include <algorithm>
#include <ctime>

#include "base/json.h"
#include "base/strings.h"

namespace assay::web {
namespace {

using nlohmann::json;

constexpr int64_t kMostCampaigns = 10000;
// A campaign that has not been heard of for so long has ended without saying so. `assay fuzz`
// writes every few seconds; pipelines of programs write after each API or block of programs.
constexpr double kSilentModels = 20, kSilentPrograms = 300;

// Seconds since `time`, as the store writes it; very many when it cannot be read.
double SecondsSince(const std::string& time) {
  std::tm parts = {};
  if (strptime(time.c_str(), "%Y-%m-%d %H:%M:%S", &parts) == nullptr) return 1e12;
  return std::difftime(std::time(nullptr), timegm(&parts));
}

std::string ProducerOf(const json& config) {
  const std::string pipeline = TextAt(config, "pipeline");
  if (pipeline.empty()) return "fuzz";
  return pipeline.substr(0, pipeline.find('-'));  // "judge-model"
}

std::string TitleOf(const std::string& producer, const json& config) {
  std::vector<std::string> parts = {producer};
  for (const char* key : {"action", "method", "approach", "provider", "model", "stage", "seeds"}) {
    const std::string text = TextAt(config, key);
    if (!text.empty() && text != "none" && text != "infer") parts.push_back(text);
  }
  return Join(parts, ", ");
}

// What was counted, in the words of the pipeline.
int64_t CasesIn(const json& tally) {
  for (const char* key : {"cases", "programs", "outputs", "apis", "subjects"})
    if (tally.contains(key) && tally[key].is_number()) return IntAt(tally, key);
  return 0;
}

// The share of CPU time that targets took since the sample `earlier`, which may be empty; null when
// nothing was measured.
json CpuShare(const json& sample, const json& earlier) {
  const json now = ObjectAt(sample, "cpu"), then = ObjectAt(earlier, "cpu");
  const double targets = RealAt(now, "targets") - RealAt(then, "targets");
  const double assay = RealAt(now, "assay") - RealAt(then, "assay");
  // Less than before: the campaign was taken up again by a process that counts anew.
  if (targets < 0 || assay < 0 || targets + assay <= 0) return json();
  return json(targets / (targets + assay));
}

json NamesOf(const json& object) {
  json out = json::array();
  for (const auto& [name, value] : object.items()) out.push_back(name);
  return out;
}

double Rate(double amount, double seconds) { return seconds > 0 ? amount / seconds : 0; }

bool IsRunning(const store::ProgressRow& row, const json& sample) {
  const bool programs = !sample.contains("targets");
  return TrueAt(sample, "running") &&
         SecondsSince(row.time) < (programs ? kSilentPrograms : kSilentModels);
}

// Seconds since the last finding or the last gain of coverage, whichever came later; null when
// neither is known.
json QuietFor(const json& sample) {
  const double found = RealAt(sample, "since_new", -1), gained = RealAt(sample, "since_gain", -1);
  if (found < 0 && gained < 0) return json();
  return json(found < 0 ? gained : gained < 0 ? found : std::min(found, gained));
}

}  // namespace

json ObjectOf(const std::string& text) {
  json out = ParseJson(text);
  return out.is_object() ? out : json::object();
}

Result<json> CampaignJson(const store::Store& store, const store::CampaignRow& row,
                          const std::map<int64_t, int64_t>& found) {
  const json config = ObjectOf(row.config);
  ASSAY_ASSIGN(const auto last, store.LastProgress(row.id));
  const json sample = last.has_value() ? ObjectOf(last->sample) : json::object();
  const std::string producer = ProducerOf(config);
  json out = {{"id", row.id},
              {"started", row.started},
              {"producer", producer},
              {"title", TitleOf(producer, config)},
              {"method", TextAt(config, "method")},
              {"stage", TextAt(config, "stage")},
              {"seed", config.value("seed", json())},
              {"last", last.has_value() ? last->time : row.started},
              {"running", last.has_value() && IsRunning(*last, sample)},
              {"dried_up", TrueAt(sample, "dried_up")}};
  // Campaigns from before there were samples have their tally.
  const json tally = last.has_value() ? json::object() : ObjectOf(row.tally);
  const int64_t cases = last.has_value() ? last->cases : CasesIn(tally);
  const double seconds = last.has_value() ? last->seconds : RealAt(tally, "seconds");
  const json& counts = last.has_value() ? sample : tally;
  const int64_t judged = cases + IntAt(counts, "illegal");
  out["cases"] = cases;
  out["seconds"] = seconds;
  out["cases_per_second"] = Rate(static_cast<double>(cases), seconds);
  out["legal_rate"] = counts.contains("illegal") && judged > 0
                          ? json(static_cast<double>(cases) / static_cast<double>(judged))
                          : json();
  out["targets"] = NamesOf(ObjectAt(counts, "targets"));
  const auto count = found.find(row.id);
  out["findings"] = count == found.end() ? 0 : count->second;
  return out;
}

json PointJson(const store::ProgressRow& row, const store::ProgressRow* before) {
  const json sample = ObjectOf(row.sample);
  const json earlier = before == nullptr ? json::object() : ObjectOf(before->sample);
  const double seconds = row.seconds - (before == nullptr ? 0 : before->seconds);
  const int64_t judged = row.cases + IntAt(sample, "illegal");
  json targets = json::object();
  const json now = ObjectAt(sample, "targets"), then = ObjectAt(earlier, "targets");
  for (const auto& [name, counts] : now.items()) {
    const int64_t had = then.contains(name) ? IntAt(then[name], "cases") : 0;
    targets[name] = Rate(static_cast<double>(IntAt(counts, "cases") - had), seconds);
  }
  return {{"t", row.seconds},
          {"time", row.time},
          {"cases", row.cases},
          {"rate",
           Rate(static_cast<double>(row.cases - (before == nullptr ? 0 : before->cases)), seconds)},
          {"legal", sample.contains("illegal") && judged > 0
                        ? json(static_cast<double>(row.cases) / static_cast<double>(judged))
                        : json()},
          {"cpu_share", CpuShare(sample, earlier)},
          {"coverage", sample.value("coverage", json())},
          {"findings", IntAt(sample, "findings")},
          {"by_kind", ObjectAt(sample, "by_kind")},
          {"targets", std::move(targets)}};
}

json PointsJson(const std::vector<store::ProgressRow>& rows, size_t most) {
  const size_t step = rows.size() / most + 1;
  json out = json::array();
  const store::ProgressRow* before = nullptr;
  for (size_t i = 0; i < rows.size(); ++i) {
    // Counted from the end, so that the newest is always there.
    if ((rows.size() - 1 - i) % step != 0) continue;
    out.push_back(PointJson(rows[i], before));
    before = &rows[i];
  }
  return out;
}

json StateJson(const store::ProgressRow& row) {
  const json sample = ObjectOf(row.sample);
  const auto current = sample.find("current");
  return {{"running", IsRunning(row, sample)},
          {"dried_up", TrueAt(sample, "dried_up")},
          {"since_new_seconds", QuietFor(sample)},
          {"current", current != sample.end() && current->is_array() ? *current : json::array()},
          {"cpu", ObjectAt(sample, "cpu")},
          {"trouble", TextAt(sample, "trouble")}};
}

Result<std::map<int64_t, int64_t>> CasesByCampaign(const store::Store& store) {
  ASSAY_ASSIGN(const auto rows, store.Campaigns(kMostCampaigns));
  std::map<int64_t, int64_t> out;
  for (const store::CampaignRow& row : rows) {
    ASSAY_ASSIGN(const auto last, store.LastProgress(row.id));
    out[row.id] = last.has_value() ? last->cases : CasesIn(ObjectOf(row.tally));
  }
  return out;
}

}  // namespace assay::web
