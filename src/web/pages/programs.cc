// /api/programs: what judge, optbug and mirror wrote and ran.
#include "web/programs/programs.h"

#include <algorithm>
#include <cctype>

#include "base/strings.h"
#include "llm/ledger.h"
#include "web/page.h"

namespace assay::web {
namespace {

using nlohmann::json;

constexpr int64_t kMostRows = 1000;

std::string LowerText(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return c < 128 ? static_cast<char>(std::tolower(c)) : c; });
  return text;
}

// In anything that the list shows of it, but for the long texts.
bool Holds(const json& row, const std::string& wanted) {
  if (wanted.empty()) return true;
  for (const auto& [key, value] : row.items())
    if (value.is_string() && key != "text" &&
        LowerText(value.get_ref<const std::string&>()).find(wanted) != std::string::npos)
      return true;
  return false;
}

Result<programs::Listed> RowsOf(const std::string& pipeline, const store::Store& store) {
  if (pipeline == "judge") return programs::JudgePrograms(store);
  return pipeline == "optbug" ? programs::OptbugPrograms(store) : programs::MirrorPrograms(store);
}

Result<json> TablesOf(const std::string& pipeline, const Sources& sources,
                      const store::Store& store) {
  if (pipeline == "judge") return programs::JudgeTables(sources, store);
  return pipeline == "optbug" ? programs::OptbugTables(sources) : programs::MirrorTables(sources);
}

json UsageJson(const std::vector<llm::Usage>& usage) {
  json out = json::array();
  for (const llm::Usage& one : usage)
    out.push_back(With(ASSAY_FIELDS(one, provider, model, answers, cached, failed, prompt_tokens,
                                    completion_tokens, seconds),
                       {{"tokens", one.prompt_tokens + one.completion_tokens},
                        {"cost", one.unpriced > 0 && one.cost == 0 ? json() : json(one.cost)}}));
  return out;
}

Result<json> Collect(const Sources& sources, const Query& query, const std::string& pipeline) {
  ASSAY_ASSIGN(const int64_t limit, query.Int("limit", 50, 1, kMostRows));
  ASSAY_ASSIGN(const int64_t offset, query.Int("offset", 0, 0, int64_t{1} << 40));
  ASSAY_ASSIGN(const store::Store store, sources.OpenStore());
  ASSAY_ASSIGN(programs::Listed listed, RowsOf(pipeline, store));
  json statuses = json::object();
  for (const json& row : listed.rows) {
    const std::string status = row.value("status", "");
    statuses[status] = statuses.value(status, 0) + 1;
  }
  const std::string wanted = LowerText(query.Text("q")), status = query.Text("status");
  std::erase_if(listed.rows, [&](const json& row) {
    return !Holds(row, wanted) || (!status.empty() && row.value("status", "") != status);
  });
  json rows = json::array();
  const auto total = static_cast<int64_t>(listed.rows.size());
  for (int64_t i = offset; i < std::min(offset + limit, total); ++i)
    rows.push_back(std::move(listed.rows[static_cast<size_t>(i)]));
  for (json& row : rows) ASSAY_RETURN_IF_ERROR(programs::AddKept(store, row));
  ASSAY_ASSIGN(const auto usage, llm::UsageIn(sources.ledger, pipeline));
  ASSAY_ASSIGN(json tables, TablesOf(pipeline, sources, store));
  return json{{"pipeline", pipeline},
              {"programs", std::move(rows)},
              {"total", total},
              {"offset", offset},
              {"limit", limit},
              {"statuses", std::move(statuses)},
              {"note", listed.note},
              {"unit", listed.unit},
              {"usage", UsageJson(usage)},
              {"table", std::move(tables)}};
}

}  // namespace

Result<Answer> Programs(const Sources& sources, const Query& query) {
  ASSAY_RETURN_IF_ERROR(query.Allow({"pipeline", "limit", "offset", "status", "q"}));
  ASSAY_ASSIGN(const std::string pipeline,
               query.OneOf("pipeline", "judge", {"judge", "optbug", "mirror"}));
  // Reports are JSON that another version, or anybody, may have written.
  try {
    ASSAY_ASSIGN(json out, Collect(sources, query, pipeline));
    return Answer(std::move(out));
  } catch (const json::exception& error) {
    return Undetermined(StrCat(sources.StoreName(), ": what a run of ", pipeline,
                               " kept cannot be read: ", error.what()));
  }
}

}  // namespace assay::web
