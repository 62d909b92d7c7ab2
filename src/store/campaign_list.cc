#include "store/campaign_list.h"

#include <filesystem>

#include "base/strings.h"
#include "store/database.h"

namespace assay::store {

Result<std::vector<CampaignRow>> ListCampaigns(const std::string& path,
                                               const std::string& pipeline) {
  std::error_code failed;
  if (!std::filesystem::exists(path, failed)) return Invalid(StrCat(path, ": no such store"));
  ASSAY_ASSIGN(const auto database, Database::OpenForReading(path));
  ASSAY_RETURN_IF_ERROR(CheckSchema(*database));
  ASSAY_ASSIGN(Statement select,
               database->Prepare("SELECT id, started, config, tally, block, state FROM campaigns "
                                 "WHERE coalesce(CASE WHEN json_valid(config) THEN "
                                 "json_extract(config, '$.pipeline') END, '') = ? ORDER BY id"));
  select.Bind(pipeline);
  std::vector<CampaignRow> out;
  while (select.Step()) {
    CampaignRow row;
    row.id = select.Int();
    row.started = select.Text();
    row.config = select.Text();
    row.tally = select.Text();
    row.block = select.Int();
    row.state = select.Text();
    out.push_back(std::move(row));
  }
  return out;
}

}  // namespace assay::store
