#include "cli/findings/access.h"

#include <iostream>

#include "base/strings.h"
#include "casebook/report.h"
#include "cli/app.h"
#include "cli/findings/by_program.h"
#include "report/material.h"
#include "resources/measuring.h"
#include "training/lesson.h"
#include "training/replay.h"
#include "triage/case_bytes.h"

namespace assay::cli::findings {
namespace {

// A worker may know more of its version than the package it was installed from: 3.13.0rc20261016 of
// 3.13.0. An unknown version is like any other.
bool SameVersion(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (!b.starts_with(a)) return false;
  const char next = a.empty() || a.size() == b.size() ? ' ' : b[a.size()];
  return next != '.' && (next < '0' || next > '9');
}

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

Result<ModelCase> OriginalCase(const store::Store& store, const std::string& id) {
  ASSAY_ASSIGN(const auto sightings, store.Sightings(id));
  ASSAY_ASSIGN(const auto program, casebook::Load(store, id));
  if (program.has_value())
    return Invalid(StrCat(id, " is shown by a program and not by a model; `assay findings repro ",
                          id, "` writes and runs it"));
  if (sightings.empty()) return Invalid(StrCat(id, ": no case of it was kept"));
  return triage::UnpackCase(sightings.front().model, sightings.front().inputs, id);
}

Result<ModelCase> SmallestCase(const store::Store& store, const std::string& id) {
  ASSAY_ASSIGN(const auto reduction, store.Reduction(id));
  if (!reduction.has_value()) return OriginalCase(store, id);
  return triage::UnpackCase(reduction->model, reduction->inputs, id);
}

Result<lab::Target> TargetOf(const store::FindingRow& row,
                             const std::vector<std::string>& backend_dirs) {
  ASSAY_ASSIGN(const lab::Registry registry, lab::Registry::Load(backend_dirs));
  ASSAY_ASSIGN(lab::Target target, registry.Find(row.target));
  if (!target.ready)
    return Invalid(StrCat(row.id, " needs ", row.target, ", which is not ready: ", target.reason,
                          "; ", target.fix));
  if (SameVersion(row.version, target.version)) return target;
  // The project has moved on to another version; perhaps the old one was added beside it.
  const std::string older =
      StrCat(target.framework, "@", row.version, target.mode.empty() ? "" : ":" + target.mode);
  const auto found = registry.Find(older);
  if (found.ok() && found->ready) return found;
  return Invalid(StrCat(row.id, " was seen in ", target.framework, " ", row.version,
                        ", installed is ", target.version, "; `assay targets add ",
                        target.framework, "@", row.version,
                        "` brings it back, `assay findings retest` tries it on what is installed"));
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

Result<std::map<std::string, nlohmann::json>> FactsOf(const store::Store& store,
                                                      const std::string& id) {
  ASSAY_ASSIGN(const auto rows, store.Facts(id));
  std::map<std::string, nlohmann::json> out;
  for (const store::FactRow& row : rows) {
    nlohmann::json json = nlohmann::json::parse(row.json, nullptr, false);
    out[row.aspect] = json.is_discarded() ? nlohmann::json::object() : std::move(json);
  }
  return out;
}

namespace {

int64_t NodesOf(const std::vector<store::SightingRow>& sightings) {
  return sightings.empty() ? 0 : sightings.front().nodes;
}

nlohmann::json ClassOf(const store::Store& store, const store::FindingRow& row,
                       const std::map<std::string, nlohmann::json>& facts, int64_t nodes) {
  const auto smallest = SmallestCase(store, row.id);
  const Graph* graph = smallest.ok() ? &smallest->model.graph : nullptr;
  return triage::ClassJson(triage::Classify(report::CluesOf(row, facts, nodes, graph)));
}

}  // namespace

Result<nlohmann::json> FindingJson(const store::Store& store, const store::FindingRow& row) {
  nlohmann::json out = {{"id", row.id},
                        {"target", row.target},
                        {"version", row.version},
                        {"device", row.device},
                        {"kind", row.kind},
                        {"stage", row.stage},
                        {"message", row.message},
                        {"signature", row.signature},
                        {"state", row.state},
                        {"count", row.count},
                        {"case", row.first_case},
                        {"campaign", row.campaign},
                        {"realism", row.realism},
                        {"grouping", row.grouping},
                        {"first_seen", row.first_seen},
                        {"last_seen", row.last_seen}};
  ASSAY_ASSIGN(const auto facts, FactsOf(store, row.id));
  for (const auto& [aspect, fact] : facts) out[aspect] = fact;
  ASSAY_ASSIGN(const auto reduction, store.Reduction(row.id));
  if (reduction.has_value()) {
    out["nodes"] = reduction->nodes;
    out["original_nodes"] = reduction->original_nodes;
    out["reduction_complete"] = reduction->complete;
  }
  ASSAY_ASSIGN(const auto sightings, store.Sightings(row.id));
  out["sightings"] = nlohmann::json::array();
  for (const store::SightingRow& seen : sightings)
    out["sightings"].push_back({{"case", seen.case_index},
                                {"recipe", seen.recipe},
                                {"message", seen.message},
                                {"realism", seen.realism},
                                {"nodes", seen.nodes},
                                {"model_bytes", seen.model.size()}});
  ASSAY_ASSIGN(const auto program, casebook::LoadSmallest(store, row.id));
  if (program.has_value()) {
    AddProgramKeys(*program, out);
    out["class"] = triage::ClassJson(casebook::ClassOf(*program));
    out["class"]["atoc"] = out["bug_type"];
  } else {
    out["class"] = ClassOf(store, row, facts, out.value("nodes", NodesOf(sightings)));
  }
  ASSAY_ASSIGN(const auto history, store.History(row.id));
  out["history"] = nlohmann::json::array();
  for (const store::HistoryRow& event : history)
    out["history"].push_back({{"time", event.time},
                              {"target", event.target},
                              {"version", event.version},
                              {"event", event.event},
                              {"message", event.message}});
  return out;
}

void PrintJson(const nlohmann::json& json) {
  std::cout << json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
}

}  // namespace assay::cli::findings
