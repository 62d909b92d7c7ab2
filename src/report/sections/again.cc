// How to run it again with this tool, and where the cases came from.
#include "report/material.h"
#include "report/sections/sections.h"

namespace assay::report::sections {
namespace {
constexpr size_t kRecipesShown = 5;
constexpr size_t kRecipeLength = 200;
}  // namespace

std::vector<Block> AgainBlocks(const Material& material) {
  const std::string& id = material.row.id;
  std::vector<Block> out;
  const std::string more = IsMeasured(material.row.kind) ? " --speed --memory" : "";
  // A check runs a model; what shows in training must be trained.
  out.emplace_back(material.row.stage == "train"
                       ? Code{"sh", StrCat("assay findings confirm ", id, "\n")}
                       : Code{"sh", StrCat("assay findings export ", id, " --out ", id,
                                           "\nassay check ", id, "/model.onnx --inputs ", id,
                                           " --targets ", material.row.target, more, "\n")});
  Grid grid{{"case", "nodes", "machine", "how it was made"}, {}};
  // A later campaign with the same seed makes the same cases again.
  for (const store::SightingRow* seen : DistinctCases(material.sightings)) {
    if (grid.rows.size() == kRecipesShown) break;
    grid.rows.push_back({StrCat(seen->case_index), StrCat(seen->nodes), seen->machine.architecture,
                         FirstLine(seen->recipe, kRecipeLength)});
  }
  if (!grid.rows.empty()) out.emplace_back(std::move(grid));
  return out;
}

}  // namespace assay::report::sections
