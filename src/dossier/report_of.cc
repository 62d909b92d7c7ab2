#include "dossier/report_of.h"

#include "casebook/records.h"
#include "casebook/report.h"
#include "dossier/facts.h"
#include "dossier/record.h"
#include "report/environment.h"
#include "report/material.h"
#include "triage/versions.h"

namespace assay::dossier {
namespace {

// The environment of the version that showed it; nothing when that is not installed here.
nlohmann::json EnvironmentNow(const store::FindingRow& row,
                              const std::vector<store::SeenOnRow>& seen_on,
                              const lab::Registry* registry) {
  if (registry == nullptr) return nlohmann::json::object();
  const auto target = registry->Find(row.target);
  if (!target.ok() || !target->ready ||
      (!target->version.empty() && !row.version.empty() &&
       triage::CompareVersions(target->version, row.version) != 0))
    return nlohmann::json::object();
  return report::EnvironmentJson(*target, seen_on);
}

Status AddCase(const store::Store& store, report::Material& out) {
  auto smallest = SmallestCase(store, out.row.id);
  if (smallest.ok())
    out.smallest = std::move(smallest).value();
  else
    out.no_case = smallest.error().message;
  ASSAY_ASSIGN(const auto reduction, store.Reduction(out.row.id));
  ASSAY_ASSIGN(out.sightings, store.Sightings(out.row.id));
  for (store::SightingRow& seen : out.sightings) seen.model = seen.inputs = "";
  if (!out.sightings.empty()) out.nodes = out.original_nodes = out.sightings.front().nodes;
  if (!reduction.has_value()) return {};
  out.reduced = true;
  out.complete = reduction->complete;
  out.nodes = reduction->nodes;
  out.original_nodes = reduction->original_nodes;
  return {};
}

}  // namespace

Result<report::Report> ReportOf(const store::Store& store, const store::FindingRow& row,
                                const lab::Registry* registry) {
  ASSAY_ASSIGN(const report::Material material, MaterialOf(store, row, registry));
  return ReportOf(store, material);
}

Result<report::Report> ReportOf(const store::Store& store, const report::Material& material) {
  ASSAY_ASSIGN(const auto program, casebook::LoadSmallest(store, material.row.id));
  return program.has_value() ? casebook::ReportOf(*program, material)
                             : report::BuildReport(material);
}

Result<report::Material> MaterialOf(const store::Store& store, const store::FindingRow& row,
                                    const lab::Registry* registry) {
  report::Material material;
  material.row = row;
  ASSAY_ASSIGN(material.facts, FactsOf(store, row.id));
  if (!material.facts.contains(casebook::kProgramFact))
    ASSAY_RETURN_IF_ERROR(AddCase(store, material));
  ASSAY_ASSIGN(material.seen_on, store.SeenOn(row.id));
  ASSAY_ASSIGN(material.history, store.History(row.id));
  const Graph* graph = material.smallest.has_value() ? &material.smallest->model.graph : nullptr;
  material.classes = triage::Classify(report::CluesOf(row, material.facts, material.nodes, graph));
  material.environment = material.fact("environment");
  if (material.environment.empty()) {
    material.environment = EnvironmentNow(row, material.seen_on, registry);
    material.environment_now = true;
  }
  ASSAY_ASSIGN(material.record, FindingJson(store, row));
  if (!material.environment.empty()) material.record["environment"] = material.environment;
  return material;
}

}  // namespace assay::dossier
