#include "life/probe_of.h"

#include "base/strings.h"
#include "casebook/records.h"
#include "dossier/facts.h"
#include "resources/inspect.h"
#include "training/check.h"
#include "training/training_case.h"

namespace assay::life {
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

Result<triage::Probe> ProbeOf(const store::Store& store, const store::FindingRow& row,
                              lab::Target target, lab::Lab& lab, const std::string& recipe) {
  if (const resources::CheckDef* check = resources::FindCheck(row.kind); check != nullptr)
    return resources::MeasuringProbe(*check, target, lab);
  if (row.stage != training::kTask) {
    triage::Probe out(std::move(target), lab);
    if (row.kind == "inaccurate") out.SeekInaccurate();
    return out;
  }
  ASSAY_ASSIGN(const training::Spec spec, SpecOf(store, row.id, recipe));
  return triage::Probe(std::move(target), lab, training::ReplayOf(spec));
}

Status KeepSettings(store::Store& store, const store::FindingRow& row, const std::string& recipe) {
  if (row.stage != training::kTask) return {};
  ASSAY_ASSIGN(const training::Spec spec, SpecOf(store, row.id, recipe));
  return store.SetFact(row.id, kSettings, spec.Save());
}

Status NeedsModel(const store::Store& store, const store::FindingRow& row, const std::string& what,
                  const std::string& instead) {
  ASSAY_ASSIGN(const auto finding, casebook::Load(store, row.id));
  if (!finding.has_value()) return {};
  return Invalid(StrCat(row.id, " is shown by a program, and ", what, "; ", instead));
}

Status NeedsPlainRun(const store::FindingRow& row, const std::string& what) {
  if (row.stage != training::kTask) return {};
  return Invalid(StrCat(row.id, " shows only while the model is trained, and ", what,
                        " runs models as they are; `assay findings confirm ", row.id,
                        "` and `assay reduce ", row.id, "` train"));
}

Result<triage::Confirmation> ConfirmFinding(store::Store& store, store::FindingRow& row,
                                            const std::vector<std::string>& backend_dirs,
                                            int runs) {
  ASSAY_ASSIGN(const ModelCase model_case, dossier::SmallestCase(store, row.id));
  ASSAY_ASSIGN(const lab::Target target, dossier::TargetOf(row, backend_dirs));
  lab::Lab lab;
  ASSAY_ASSIGN(const triage::Probe probe, ProbeOf(store, row, target, lab));
  auto out = triage::Confirm(probe, model_case, {row.kind, row.stage, row.message}, runs);
  if (!out.ok()) return Invalid(StrCat(row.id, " cannot be run: ", out.error().message));
  ASSAY_RETURN_IF_ERROR(triage::KeepConfirmation(*out, store, row));
  return out;
}

}  // namespace assay::life
