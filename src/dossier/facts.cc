#include "dossier/facts.h"

#include "base/json.h"

namespace assay::dossier {

Result<Facts> FactsOf(const store::Store& store, const std::string& id) {
  ASSAY_ASSIGN(const auto rows, store.Facts(id));
  Facts out;
  for (const store::FactRow& row : rows) {
    nlohmann::json json = ParseJson(row.json);
    out[row.aspect] = json.is_discarded() ? nlohmann::json::object() : std::move(json);
  }
  return out;
}

}  // namespace assay::dossier
