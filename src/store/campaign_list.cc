#include "store/campaign_list.h"

#include "base/json.h"
#include "base/strings.h"
#include "store/address.h"
#include "store/database.h"
#include "store/insert.h"
#include "store/read_rows.h"

namespace assay::store {

Result<std::vector<CampaignRow>> ListCampaigns(const std::string& path,
                                               const std::string& pipeline) {
  if (!StoreExists(path)) return Invalid(StrCat(path, ": no such store"));
  ASSAY_ASSIGN(const auto database, Database::OpenForReading(path));
  ASSAY_RETURN_IF_ERROR(database->CheckSchema());
  ASSAY_ASSIGN(Statement select,
               database->Prepare(StrCat("SELECT ", kCampaignColumns,
                                        ", state FROM campaigns WHERE pipeline = ? ORDER BY id")));
  select.Bind(pipeline);
  return ReadRows<CampaignRow>(*database, select, [&](CampaignRow& row) {
    row = ReadCampaign(select);
    row.state = select.Text();
  });
}

std::string PipelineOf(const std::string& config) { return TextAt(ParseJson(config), "pipeline"); }

Result<std::map<std::string, int64_t>> CountPipelines(const std::string& path) {
  ASSAY_ASSIGN(const auto database, Database::OpenForReading(path));
  ASSAY_ASSIGN(Statement select,
               database->Prepare("SELECT pipeline, count(*) FROM campaigns GROUP BY pipeline"));
  std::map<std::string, int64_t> out;
  while (select.Step()) {
    const std::string pipeline = select.Text();
    out[pipeline.substr(0, pipeline.find('-'))] += select.Int();
  }
  if (select.failed()) return database->Problem("cannot be read");
  return out;
}

}  // namespace assay::store
