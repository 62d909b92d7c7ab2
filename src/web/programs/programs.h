// What the pipelines that write programs have left in a store, as rows of /api/programs. One file
// per pipeline.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "store/store.h"
#include "web/sources.h"

namespace assay::web::programs {

// A campaign with its settings and what it reported, both as they were kept.
struct Run {
  int64_t id = 0;
  nlohmann::json config, tally;
  std::vector<nlohmann::json> reports;
};

// The campaigns of `pipeline` ("judge-model": the "pipeline" of their settings), the newest first.
// What is no JSON object is left out.
Result<std::vector<Run>> ReadRuns(const store::Store& store, const std::string& pipeline);

// {"id", "api", "status", "verdict", "oracle", "finding", …}: one program, or what is told in place
// of programs that are not kept; `note` says so. May throw what nlohmann::json throws of a report
// that has members of other types than ours.
struct Listed {
  std::vector<nlohmann::json> rows;
  std::string note;
  std::string unit = "programs";  // what the rows are, for people
};
Result<Listed> JudgePrograms(const store::Store& store);
Result<Listed> OptbugPrograms(const store::Store& store);
Result<Listed> MirrorPrograms(const store::Store& store);

// What an oracle of judge holds against what, in one line; "" when it is none that we know.
std::string MeaningOf(const std::string& oracle);
// Rows of judge only name what is kept of their programs: {"kept": {"kind"}}. This reads it in:
// {"programs": [{"oracle", "verdict", "text", "documentation", …}], "documentation", "left_out"}.
// May throw as above.
Status AddKept(const store::Store& store, nlohmann::json& row);

// [{"title", "header", "rows": [[text]], "note"}]: ours beside the paper's.
Result<nlohmann::json> JudgeTables(const Sources& sources, const store::Store& store);
Result<nlohmann::json> OptbugTables(const Sources& sources);
Result<nlohmann::json> MirrorTables(const Sources& sources);

// "12 ok, 3 crash" of {"ok": 12, "crash": 3}
std::string CountsText(const nlohmann::json& counts);

}  // namespace assay::web::programs
