// The paper's tables 2 to 7 with our own rows above, the kinds of bugs of its section 4.4, their
// states, and what several approaches find together.
#pragma once

#include <nlohmann/json.hpp>

#include "mirror/table/runs.h"

namespace assay::mirror {

// {"rows": table 4, "tables": {"table2" … "table7", "transfer", "taxonomy", "states", "overlap"},
// "figures", "runs"}. Every row says its "source": measured or paper; ours come first.
nlohmann::json MakeTables(const Runs& runs, const nlohmann::json& paper);

}  // namespace assay::mirror
