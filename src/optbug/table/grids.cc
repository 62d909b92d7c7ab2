#include "optbug/table/grids.h"

namespace assay::optbug {

std::vector<Grid> GridsOf(const nlohmann::json& all) {
  const nlohmann::json& tables = all["tables"];
  const Column source{"source", "source"}, approach{"approach", "approach"},
      provider{"provider", "provider"};
  const std::vector<Column> quality = {source,
                                       approach,
                                       provider,
                                       {"outputs", "outputs"},
                                       {"valid", "valid", "valid_share"},
                                       {"relevant", "relevant", "relevant_share"},
                                       {"bugs", "bugs"}};
  return {GridOf("Table 2: quality of the programs", all["rows"], quality),
          GridOf("Table 1: models", tables["table1"],
                 {source,
                  provider,
                  {"context", "context"},
                  {"tokens/s", "tokens_per_second"},
                  {"cost per item", "cost_per_item"}}),
          GridOf("Table 3: kinds of bugs", tables["table3"],
                 {source,
                  approach,
                  provider,
                  {"API", "api"},
                  {"desugar", "desugar"},
                  {"illogical", "illogical"}}),
          GridOf("Table 4: without code structure", tables["table4"], quality),
          GridOf("Table 5: without error description", tables["table5"], quality),
          GridOf("Table 6: without mutation rules", tables["table6"], quality)};
}

}  // namespace assay::optbug
