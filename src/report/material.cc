#include "report/material.h"

#include "triage/runs_kind.h"

namespace assay::report {
namespace {

const nlohmann::json& FactIn(const std::map<std::string, nlohmann::json>& facts,
                             const std::string& aspect) {
  static const nlohmann::json kNothing = nlohmann::json::object();
  const auto found = facts.find(aspect);
  return found != facts.end() && found->second.is_object() ? found->second : kNothing;
}

}  // namespace

const nlohmann::json& Material::fact(const std::string& aspect) const {
  return FactIn(facts, aspect);
}

triage::Clues CluesOf(const store::FindingRow& row,
                      const std::map<std::string, nlohmann::json>& facts, int64_t nodes,
                      const Graph* graph) {
  triage::Clues clues;
  clues.kind = triage::KindByRuns(row.kind, row.message);
  clues.stage = row.stage;
  clues.message = row.message;
  clues.evidence = FactIn(facts, "evidence");
  clues.location = FactIn(facts, "location");
  clues.confirmation = FactIn(facts, "confirmation");
  clues.nodes = nodes;
  clues.graph = graph;
  return clues;
}

}  // namespace assay::report
