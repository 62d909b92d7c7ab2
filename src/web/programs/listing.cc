#include "web/programs/listing.h"

#include <map>

#include "base/json.h"
#include "base/strings.h"
#include "web/programs/programs.h"

namespace assay::web::programs {
namespace {

using nlohmann::json;

struct Pipeline {
  const char* name;
  Result<Listed> (*list)(const store::Store&);
  std::vector<std::string> campaigns;  // "pipeline" of their settings
};

const std::vector<Pipeline>& AllPipelines() {
  static const std::vector<Pipeline> all = {{"judge", JudgePrograms, {"judge", "judge-model"}},
                                            {"optbug", OptbugPrograms, {"optbug"}},
                                            {"mirror", MirrorPrograms, {"mirror", "mirror-pairs"}}};
  return all;
}

// By campaign.
Result<std::map<int64_t, std::string>> Approaches(const store::Store& store,
                                                  const Pipeline& pipeline) {
  std::map<int64_t, std::string> out;
  for (const std::string& name : pipeline.campaigns) {
    ASSAY_ASSIGN(const auto runs, ReadRuns(store, name));
    for (const Run& run : runs) {
      const bool by_model = run.config.value("provider", "none") != "none";
      out[run.id] =
          run.config.value("approach", by_model || name == "judge-model" ? "model" : "rules");
    }
  }
  return out;
}

// Why the status is what it is, whatever the pipeline calls it.
std::string ReasonOf(const json& row) {
  for (const char* key : {"reason", "why", "problem", "message", "verdict"})
    if (const std::string text = TextAt(row, key); !text.empty()) return text;
  return "";
}

Status Add(const store::Store& store, const Pipeline& pipeline, const ListQuery& query,
           std::vector<json>& out) {
  ASSAY_ASSIGN(const auto approaches, Approaches(store, pipeline));
  ASSAY_ASSIGN(Listed listed, pipeline.list(store));
  for (json& row : listed.rows) {
    const auto approach = approaches.find(row.value("campaign", int64_t{0}));
    row["pipeline"] = pipeline.name;
    row["approach"] = approach == approaches.end() ? "" : approach->second;
    row["status"] = TextAt(row, "status");
    row["reason"] = ReasonOf(row);
    if ((query.approach.empty() || row["approach"] == query.approach) &&
        (query.status.empty() || row["status"] == query.status))
      out.push_back(std::move(row));
  }
  return {};
}

}  // namespace

Result<std::vector<json>> ListAll(const store::Store& store, const ListQuery& query) {
  std::vector<json> out;
  for (const Pipeline& pipeline : AllPipelines()) {
    if (!query.pipeline.empty() && query.pipeline != pipeline.name) continue;
    try {
      ASSAY_RETURN_IF_ERROR(Add(store, pipeline, query, out));
    } catch (const json::exception& error) {
      return Invalid(StrCat("what ", pipeline.name, " has kept cannot be read: ", error.what()));
    }
  }
  return out;
}

}  // namespace assay::web::programs
