#include "campaign/sample.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace assay::campaign {
namespace {

using nlohmann::json;

constexpr double kQuietShare = 0.5;
constexpr size_t kShownWork = 8, kShownRecipe = 160;

json TargetsJson(const Tally& tally) {
  json out = json::object();
  for (const auto& [name, target] : tally.targets)
    out[name] = {
        {"cases", target.cases}, {"unsupported", target.unsupported}, {"seconds", target.seconds}};
  return out;
}

json WorkJson(const std::vector<Work>& current) {
  json out = json::array();
  for (const Work& work : current) {
    if (out.size() == kShownWork) break;
    out.push_back({{"case", work.case_index},
                   {"recipe", work.recipe.substr(0, kShownRecipe)},
                   {"seconds", work.seconds}});
  }
  return out;
}

}  // namespace

bool DriedUp(const Progress& progress) {
  const double quiet =
      progress.seconds - std::max({progress.last_new_s, progress.last_gain_s, 0.0});
  return quiet > kQuietSeconds && quiet > kQuietShare * progress.seconds;
}

WorkList::Entry::~Entry() {
  const std::lock_guard lock(list_.mutex_);
  list_.running_.erase(case_index_);
}

WorkList::Entry WorkList::Enter(int64_t case_index, const std::string& recipe) {
  const std::lock_guard lock(mutex_);
  running_[case_index] = {recipe, Clock::now()};
  return Entry(*this, case_index);
}

std::vector<Work> WorkList::Now() const {
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  std::vector<Work> out;
  for (const auto& [index, entry] : running_)
    out.push_back({index, entry.first, std::chrono::duration<double>(now - entry.second).count()});
  std::ranges::stable_sort(out, [](const Work& a, const Work& b) { return a.seconds > b.seconds; });
  return out;
}

store::ProgressRow SampleOf(const Progress& progress, const std::vector<Work>& current,
                            bool running) {
  const Tally& tally = progress.tally;
  std::map<std::string, int64_t> kinds;
  for (const FindingLine& line : progress.findings) ++kinds[line.kind];
  const json sample = {
      {"illegal", tally.illegal},
      {"findings", progress.findings.size()},
      {"by_kind", kinds},
      {"coverage", progress.coverage.empty() ? int64_t{0} : progress.coverage.front().second},
      {"coverage_of", progress.coverage.empty() ? "" : progress.coverage.front().first},
      {"targets", TargetsJson(tally)},
      {"cpu",
       {{"targets", tally.target_cpu_seconds},
        {"assay", tally.cpu_seconds - tally.target_cpu_seconds}}},
      {"since_new", progress.last_new_s < 0 ? -1.0 : progress.seconds - progress.last_new_s},
      {"since_gain", progress.seconds - progress.last_gain_s},
      {"dried_up", DriedUp(progress)},
      {"current", WorkJson(current)},
      {"trouble", progress.trouble},
      {"running", running}};
  store::ProgressRow row;
  row.seconds = tally.seconds;
  row.cases = tally.cases;
  row.sample = sample.dump(-1, ' ', false, json::error_handler_t::replace);
  return row;
}

}  // namespace assay::campaign
