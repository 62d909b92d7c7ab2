#include "store/pipelines.h"

#include "base/json.h"
#include "store/database.h"

namespace assay::store {

std::string PipelineOf(const std::string& config) {
  const nlohmann::json all = ParseJson(config);
  if (!all.is_object() || !all.contains("pipeline") || !all["pipeline"].is_string()) return "";
  return all["pipeline"].get<std::string>();
}

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
