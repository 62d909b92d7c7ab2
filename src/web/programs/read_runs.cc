#include "base/json.h"
#include "base/strings.h"
#include "web/programs/programs.h"

namespace assay::web::programs {
namespace {

// More campaigns than one looks through; the newest come first.
constexpr int64_t kMostCampaigns = 1000;

}  // namespace

Result<std::vector<Run>> ReadRuns(const store::Store& store, const std::string& pipeline) {
  ASSAY_ASSIGN(const auto campaigns, store.Campaigns(kMostCampaigns));
  std::vector<Run> out;
  for (const store::CampaignRow& row : campaigns) {
    Run run{row.id, ParseJson(row.config), ParseJson(row.tally), {}};
    if (!run.config.is_object()) continue;
    const auto found = run.config.find("pipeline");
    if (found == run.config.end() || *found != pipeline) continue;
    ASSAY_ASSIGN(const auto reports, store.Reports(row.id));
    for (const store::ReportRow& report : reports) {
      nlohmann::json parsed = ParseJson(report.report);
      if (parsed.is_object()) run.reports.push_back(std::move(parsed));
    }
    out.push_back(std::move(run));
  }
  return out;
}

std::string CountsText(const nlohmann::json& counts) {
  std::vector<std::string> parts;
  for (const auto& [name, count] : counts.items())
    if (count.is_number()) parts.push_back(StrCat(count.dump(), " ", name));
  return Join(parts, ", ");
}

}  // namespace assay::web::programs
