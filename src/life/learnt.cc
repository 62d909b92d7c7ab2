#include "life/learnt.h"

#include <algorithm>
#include <set>

#include "reduce/first_wrong.h"
#include "reduce/needs.h"
#include "reduce/reduce.h"

namespace assay::life {
namespace {

using NodeSet = std::vector<bool>;

// Places in one case that are looked at: each costs some runs.
constexpr int kMostPlaces = 6;

NodeSet Only(const Graph& graph, std::initializer_list<size_t> nodes) {
  NodeSet out(graph.node_count(), false);
  for (const size_t i : nodes) out[i] = true;
  return out;
}

// Where the operators of a cause stand in a graph: one node, or one that another reads.
std::vector<NodeSet> PlacesOf(const std::vector<std::string>& ops, const Graph& graph) {
  std::vector<NodeSet> out;
  const std::vector<int> producers = graph.Producers();
  for (size_t i = 0; i < graph.node_count(); ++i) {
    const Node& node = graph.node(i);
    if (ops.size() == 1 && node.op == ops[0]) out.push_back(Only(graph, {i}));
    if (ops.size() != 2 || node.op != ops[1]) continue;
    for (const ValueId id : node.inputs) {
      const int from = id == kAbsent ? -1 : producers[static_cast<size_t>(id)];
      if (from >= 0 && graph.node(static_cast<size_t>(from)).op == ops[0])
        out.push_back(Only(graph, {static_cast<size_t>(from), i}));
    }
  }
  return out;
}

// Whether the part fails as the cause says.
bool Fits(const triage::Cause& cause, const reduce::Part& part, const triage::Probe& probe) {
  const oracle::TargetResult& seen = part.sighted.result;
  if (triage::KindFamily(seen.oracle) != triage::KindFamily(cause.kind) ||
      part.sighted.symptom.message != cause.message || triage::ErrorOf(seen) != cause.error)
    return false;
  const triage::Form form = triage::FormOf(reduce::Canonical(part.model_case));
  return triage::FormOf(cause.own).Explains(form) &&
         reduce::FindNeeds(part.model_case, probe) == cause.needs;
}

}  // namespace

std::vector<std::string> OpsOf(const ModelCase& model_case) {
  std::vector<std::string> out;
  for (const NodePtr& node : model_case.model.graph.nodes()) out.push_back(node->op);
  return out;
}

void Learnt::Add(const std::string& framework, const triage::Cause& cause) {
  if (!cause.known() || cause.ops.empty() || cause.ops.size() > 2) return;
  const std::lock_guard lock(mutex_);
  auto& known = causes_[framework];
  if (std::ranges::none_of(known, [&](const triage::Cause& one) {
        return triage::CauseJson(one) == triage::CauseJson(cause);
      }))
    known.push_back(cause);
}

std::vector<triage::Cause> Learnt::Of(const std::string& framework) const {
  const std::lock_guard lock(mutex_);
  const auto found = causes_.find(framework);
  return found == causes_.end() ? std::vector<triage::Cause>() : found->second;
}

triage::Cause Learnt::Match(const reduce::Part& part, const triage::Probe& probe) const {
  const std::vector<std::string> ops = OpsOf(part.model_case);
  for (const triage::Cause& cause : Of(probe.target().framework))
    if (cause.ops == ops && Fits(cause, part, probe)) return cause;
  return {};
}

triage::Cause Learnt::Explain(const ModelCase& model_case, const triage::Probe& probe,
                              const triage::Sighted& wanted) const {
  if (probe.measures() || probe.has_experiment()) return {};
  const std::vector<triage::Cause> known = Of(probe.target().framework);
  if (known.empty()) return {};
  const auto values = reduce::AllValues(model_case);
  if (!values.ok()) return {};
  std::set<std::vector<std::string>> tried;
  int places = 0;
  for (const triage::Cause& cause : known) {
    // A wrong layer tells where to look.
    if (!wanted.symptom.op.empty() &&
        std::ranges::find(cause.ops, wanted.symptom.op) == cause.ops.end())
      continue;
    if (!tried.insert(cause.ops).second) continue;
    for (const NodeSet& place : PlacesOf(cause.ops, model_case.model.graph)) {
      if (++places > kMostPlaces) return {};
      const auto part = reduce::WrongByItself(model_case, *values, place, probe, wanted);
      if (!part.has_value()) continue;
      if (triage::Cause found = Match(*part, probe); found.known()) return found;
    }
  }
  return {};
}

}  // namespace assay::life
