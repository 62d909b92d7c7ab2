// The paper's tables 2 to 7 with our own rows above, the kinds of bugs of its section 4.4, their
// states, and what several approaches find together.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/grid.h"
#include "base/result.h"
#include "mirror/table/runs.h"

namespace assay::mirror {

// {"rows": table 4, "tables": {"table2" … "table7", "transfer", "taxonomy", "states", "overlap"},
// "figures", "runs"}. Every row says its "source": measured or paper; ours come first.
nlohmann::json MakeTables(const Runs& runs, const nlohmann::json& paper);

// The paper's own figures, to be set beside ours: data/mirror/paper.toml.

// Every table of the file as a list of objects by its name, and "figures" as one object.
// An error names the file and the place, or the table that is missing.
Result<nlohmann::json> LoadPaper(const std::string& path = "");

// The tables of runs and of the paper, ready to be shown.

// `all`: what MakeTables made. The first column says where a row comes from.
std::vector<Grid> GridsOf(const nlohmann::json& all);

}  // namespace assay::mirror
