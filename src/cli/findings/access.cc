#include "cli/findings/access.h"

#include <iostream>

#include "base/strings.h"
#include "cli/app.h"
#include "resources/measuring.h"
#include "training/lesson.h"
#include "training/replay.h"

namespace assay::cli::findings {
namespace {

// The settings that a reduced case goes with.
constexpr const char* kSettings = "training";

// Those of the reduced case, or of the first that was seen.
Result<training::Spec> SpecOf(const store::Store& store, const std::string& id,
                              const std::string& recipe) {
  if (!recipe.empty()) return training::SpecOfRecipe(recipe);
  ASSAY_ASSIGN(const auto reduction, store.Reduction(id));
  ASSAY_ASSIGN(const auto facts, store.Facts(id));
  for (const store::FactRow& fact : facts)
    if (reduction.has_value() && fact.aspect == kSettings) return training::Spec::Load(fact.json);
  ASSAY_ASSIGN(const auto sightings, store.Sightings(id));
  if (sightings.empty()) return Invalid(StrCat(id, ": no case of it was kept"));
  return training::SpecOfRecipe(sightings.front().recipe);
}

}  // namespace

void AddFindingFlags(App& app, FindingFlags& flags, bool with_id) {
  if (with_id) app.AddOption("id", flags.id, "the finding").Required();
  app.AddOption("--store", flags.store, "SQLite file with the findings (default: assay.db)");
  app.AddOption("--backend-dir", flags.backend_dirs,
                "folder with further manifests (also: ASSAY_BACKEND_DIR)");
  app.AddFlag("--json", flags.json, "print JSON");
}

Result<triage::Probe> ProbeOf(const store::Store& store, const store::FindingRow& row,
                              lab::Target target, lab::Lab& lab, const std::string& recipe) {
  if (const resources::CheckDef* check = resources::FindCheck(row.kind); check != nullptr)
    return resources::MeasuringProbe(*check, target, lab);
  if (row.stage != training::kTask) return triage::Probe(std::move(target), lab);
  ASSAY_ASSIGN(const training::Spec spec, SpecOf(store, row.id, recipe));
  return triage::Probe(std::move(target), lab, training::ReplayOf(spec));
}

Status KeepSettings(store::Store& store, const store::FindingRow& row, const std::string& recipe) {
  if (row.stage != training::kTask) return {};
  ASSAY_ASSIGN(const training::Spec spec, SpecOf(store, row.id, recipe));
  return store.SetFact(row.id, kSettings, spec.Save());
}

Status NeedsPlainRun(const store::FindingRow& row, const std::string& what) {
  if (row.stage != training::kTask) return {};
  return Invalid(StrCat(row.id, " shows only while the model is trained, and ", what,
                        " runs models as they are; `assay findings confirm ", row.id,
                        "` and `assay reduce ", row.id, "` train"));
}

void PrintJson(const nlohmann::json& json) {
  std::cout << json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
}

}  // namespace assay::cli::findings
