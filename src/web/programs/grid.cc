#include "web/programs/grid.h"

namespace assay::web::programs {

nlohmann::json GridsAsJson(const std::vector<Grid>& grids) {
  nlohmann::json out = nlohmann::json::array();
  for (const Grid& grid : grids)
    out.push_back({{"title", grid.title}, {"header", grid.header}, {"rows", grid.rows}});
  return out;
}

}  // namespace assay::web::programs
