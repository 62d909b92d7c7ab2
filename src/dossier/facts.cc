#include "dossier/facts.h"

#include "base/strings.h"
#include "casebook/records.h"
#include "triage/case_bytes.h"

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

Result<ModelCase> OriginalCase(const store::Store& store, const std::string& id) {
  ASSAY_ASSIGN(const auto sightings, store.Sightings(id));
  ASSAY_ASSIGN(const auto program, casebook::Load(store, id));
  if (program.has_value())
    return Invalid(StrCat(id, " is shown by a program and not by a model; `assay findings repro ",
                          id, "` writes and runs it"));
  if (sightings.empty()) return Invalid(StrCat(id, ": no case of it was kept"));
  return triage::UnpackCase(sightings.front().model, sightings.front().inputs, id);
}

Result<std::optional<store::SightingRow>> SightingShown(const store::Store& store,
                                                        const std::string& id) {
  ASSAY_ASSIGN(std::vector<store::SightingRow> sightings, store.Sightings(id));
  if (sightings.empty()) return std::optional<store::SightingRow>();
  ASSAY_ASSIGN(const auto reduction, store.Reduction(id));
  for (store::SightingRow& one : sightings)
    if (reduction.has_value() && one.nodes == reduction->original_nodes)
      return std::optional(std::move(one));
  return std::optional(std::move(sightings.front()));
}

Result<ModelCase> SmallestCase(const store::Store& store, const std::string& id) {
  ASSAY_ASSIGN(const auto reduction, store.Reduction(id));
  if (!reduction.has_value()) return OriginalCase(store, id);
  return triage::UnpackCase(reduction->model, reduction->inputs, id);
}

}  // namespace assay::dossier
