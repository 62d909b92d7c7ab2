// The paper's tables with our own rows above: Table 2 (quality), 1 (models), 3 (kinds of bugs), 4
// to 6 (what leaving out a part costs), Figure 9 (bugs that several providers find).
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/grid.h"
#include "base/result.h"
#include "optbug/table/runs.h"

namespace assay::optbug {

// The paper's own figures, to be set beside ours: data/optbug/paper.toml.

// How good the programs of one approach were.
struct Quality {
  std::string approach, provider;
  size_t outputs = 0, valid = 0, relevant = 0, bugs = 0;
  bool measured = false;  // here; otherwise the paper's

  double Share(size_t count) const {
    return outputs == 0 ? 0 : static_cast<double>(count) / static_cast<double>(outputs);
  }
};

// {"approach","provider","outputs","valid","valid_share","relevant","relevant_share","bugs",
// "source"}
nlohmann::json ToJson(const Quality& row);

struct PaperFigures {
  std::vector<Quality> quality;  // Tables 2 and 4 to 6
  nlohmann::json models, kinds;  // Tables 1 and 3, as lists of objects
  nlohmann::json figures;        // everything else, by name
};

Result<PaperFigures> LoadPaper(const std::string& path = "");

// {"rows": Table 2, "tables": {"table1", "table3" … "table6", "figure9", "rules"}, "runs"}. Ours
// come first in every table; without runs they hold the paper's rows only.
nlohmann::json MakeTables(const std::vector<RunSum>& runs, const PaperFigures& paper);

// The tables of runs and of the paper, ready to be shown.

// `all`: what MakeTables made. The first column says where a row comes from.
std::vector<Grid> GridsOf(const nlohmann::json& all);

}  // namespace assay::optbug
