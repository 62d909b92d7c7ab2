// What `assay judge` prints at its end.
#pragma once

#include "cli/judge/record.h"

namespace assay::cli::judging {

struct Ending {
  double seconds = 0;       // of this run
  size_t programs_now = 0;  // of this run; the rest comes from runs that it went on from
  size_t left = 0;          // APIs that there was no time or budget for
  nlohmann::json issue;     // null without --issue
};

// {"apis","reached","programs","statuses","verdicts","oracles","seconds","left","findings",…}
Result<nlohmann::json> SummaryJson(const Record& record, const Ending& ending);

void PrintSummary(const nlohmann::json& summary, const std::string& store);

}  // namespace assay::cli::judging
