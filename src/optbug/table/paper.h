// The paper's own figures, to be set beside ours: data/optbug/paper.toml.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::optbug {

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

}  // namespace assay::optbug
