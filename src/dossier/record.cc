#include "dossier/record.h"

#include "base/strings.h"
#include "casebook/bug_types.h"
#include "casebook/records.h"
#include "casebook/report.h"
#include "dossier/facts.h"
#include "report/material.h"
#include "report/wording.h"
#include "triage/error_json.h"
#include "triage/form.h"
#include "triage/group.h"
#include "triage/runs_kind.h"
#include "triage/stated_limit.h"

namespace assay::dossier {
namespace {

using casebook::ProgramFinding;
using nlohmann::json;

// Keys that findings of programs have beside the row's: title, api, oracle, parameter, evidence,
// program, bug_type, ….
void AddProgramKeys(const ProgramFinding& finding, json& out) {
  const casebook::BugType type = casebook::BugTypeOf(finding);
  // A fact may be anything: stores come from other versions, and from other people.
  const json label =
      out.contains("label") && out["label"].is_object() ? out["label"] : json::object();
  out["pipeline"] = finding.pipeline;
  out["title"] = finding.title;
  out["api"] = finding.api;
  out["framework"] = finding.framework;
  out["oracle"] = finding.oracle;
  out["parameter"] = finding.parameter;
  out["evidence"] = finding.sentence;
  out["program"] = finding.program;
  out["claim_line"] = finding.claim_line;
  out["environment_name"] = finding.environment;
  out["seen"] = finding.seen.Text();
  out["facts"] = finding.facts;
  out["bug_type"] = label.value("bug_type", std::string(type.name));
  out["bug_type_rule"] = label.contains("bug_type") ? "a reviewer's word" : type.because;
  out["others"] = json::array();
  for (const casebook::OtherProgram& other : finding.others)
    out["others"].push_back(
        {{"environment", other.environment}, {"status", other.status}, {"program", other.text}});
}

int64_t NodesOf(const std::vector<store::SightingRow>& sightings) {
  return sightings.empty() ? 0 : sightings.front().nodes;
}

nlohmann::json ClassOf(const store::Store& store, const store::FindingRow& row,
                       const std::map<std::string, nlohmann::json>& facts, int64_t nodes) {
  const auto smallest = SmallestCase(store, row.id);
  const Graph* graph = smallest.ok() ? &smallest->model.graph : nullptr;
  return triage::ClassJson(triage::Classify(report::CluesOf(row, facts, nodes, graph)));
}

constexpr int kUnlisted = 2;
constexpr size_t kLongestTitle = 300;

Status AddModel(const store::Store& store, report::Material& material) {
  ASSAY_ASSIGN(const auto reduction, store.Reduction(material.row.id));
  material.reduced = reduction.has_value();
  auto smallest = SmallestCase(store, material.row.id);
  if (!smallest.ok()) return {};
  material.smallest = std::move(smallest).value();
  material.nodes = static_cast<int64_t>(material.smallest->model.graph.node_count());
  return {};
}

}  // namespace

Result<nlohmann::json> FindingJson(const store::Store& store, const store::FindingRow& row) {
  nlohmann::json out =
      With(ASSAY_FIELDS(row, id, target, version, device, kind, stage, message, signature, state,
                        count, campaign, realism, grouping, first_seen, last_seen),
           {{"case", row.first_case}});
  ASSAY_ASSIGN(const auto facts, FactsOf(store, row.id));
  // Pictures are for pages; a list of many findings would consist of nothing else.
  for (const auto& [aspect, fact] : facts)
    if (aspect != triage::kErrorsFact) out[aspect] = fact;
  ASSAY_ASSIGN(const auto reduction, store.Reduction(row.id));
  if (reduction.has_value()) {
    out["nodes"] = reduction->nodes;
    out["original_nodes"] = reduction->original_nodes;
    out["reduction_complete"] = reduction->complete;
  }
  ASSAY_ASSIGN(const auto sightings, store.Sightings(row.id));
  // `count` holds repetitions, as of a later campaign with the same seed; these do not.
  const report::Seen counted = report::SeenOf(row, sightings);
  if (counted.cases > 0) {
    out["cases"] = counted.cases;
    out["campaigns"] = counted.campaigns;
  }
  out["sightings"] = nlohmann::json::array();
  for (const store::SightingRow& seen : sightings)
    out["sightings"].push_back(With(ASSAY_FIELDS(seen, recipe, message, realism, nodes),
                                    {{"case", seen.case_index},
                                     {"machine", seen.machine.architecture},
                                     {"processor", seen.machine.processor},
                                     {"model_bytes", seen.model.size()}}));
  ASSAY_ASSIGN(const auto seen_on, store.SeenOn(row.id));
  out["machines"] = nlohmann::json::array();
  for (const store::SeenOnRow& seen : seen_on)
    out["machines"].push_back({{"machine", seen.machine.architecture},
                               {"processor", seen.machine.processor},
                               {"since", seen.since}});
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
    out["history"].push_back(ASSAY_FIELDS(event, time, target, version, machine, event, message));
  return out;
}

int SeverityOf(std::string_view kind) {
#define SEVERITY(name, severity) \
  if (kind == name) return severity;
#include "dossier/severities.def"
#undef SEVERITY
  return kUnlisted;
}

int SeverityOf(const store::FindingRow& row) {
  if (!triage::StatedLimitOf(row.kind, row.message).empty()) return SeverityOf("limit");
  return SeverityOf(triage::KindByRuns(row.kind, row.message));
}

Result<store::DigestRow> DigestOf(const store::Store& store, const store::FindingRow& row) {
  store::DigestRow out;
  out.finding = row.id;
  out.severity = SeverityOf(row);
  report::Material material;
  material.row = row;
  ASSAY_ASSIGN(material.facts, FactsOf(store, row.id));
  if (const auto program = casebook::LoadSmallest(store, row.id);
      program.ok() && program->has_value()) {
    const casebook::ProgramFinding& finding = **program;
    out.title = FirstLine(finding.title, kLongestTitle);
    out.class_id = casebook::ClassOf(finding).study.id;
    const nlohmann::json& reduced = material.fact(casebook::kReducedFact);
    if (reduced.contains("statements") && reduced["statements"].is_number_integer())
      out.nodes = reduced["statements"].get<int64_t>();
  } else {
    ASSAY_RETURN_IF_ERROR(AddModel(store, material));
    const Graph* graph = material.smallest.has_value() ? &material.smallest->model.graph : nullptr;
    out.title = FirstLine(report::Headline(material), kLongestTitle);
    out.class_id =
        triage::Classify(report::CluesOf(row, material.facts, material.nodes, graph)).study.id;
    out.nodes = material.nodes;
  }
  if (row.grouping.empty())
    out.grouping = triage::GroupOf(
        row, triage::CauseOfFinding(row, material.fact(triage::kCauseFact),
                                    TextAt(material.fact("reduction"), "canonical")));
  return out;
}

}  // namespace assay::dossier
