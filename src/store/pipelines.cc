#include "store/pipelines.h"

#include "store/database.h"

namespace assay::store {

Result<std::map<std::string, int64_t>> CountPipelines(const std::string& path) {
  ASSAY_ASSIGN(const auto database, Database::OpenForReading(path));
  ASSAY_ASSIGN(Statement select,
               database->Prepare("SELECT coalesce(CASE WHEN json_valid(config) THEN "
                                 "json_extract(config, '$.pipeline') END, '') AS pipeline, "
                                 "count(*) FROM campaigns GROUP BY pipeline"));
  std::map<std::string, int64_t> out;
  while (select.Step()) {
    const std::string pipeline = select.Text();
    out[pipeline.substr(0, pipeline.find('-'))] += select.Int();
  }
  if (select.failed()) return database->Problem("cannot be read");
  return out;
}

}  // namespace assay::store
