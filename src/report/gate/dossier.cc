#include "report/gate/dossier.h"

#include <set>

#include "report/wording.h"

namespace assay::report::gate {
namespace {

std::string TextAt(const nlohmann::json& json, const char* key) {
  if (!json.is_object() || !json.contains(key) || !json[key].is_string()) return "";
  return json[key].get<std::string>();
}

// Appends all nodes, with those of subgraphs behind their owner; true when there are any subgraphs.
bool CollectNodes(const Graph& graph, std::vector<const Node*>& out) {
  bool nested = false;
  for (const NodePtr& node : graph.nodes()) {
    out.push_back(node.get());
    for (const auto& [name, attr] : node->attrs) {
      if (const auto* one = std::get_if<GraphPtr>(&attr)) {
        CollectNodes(**one, out);
        nested = true;
      }
      if (const auto* many = std::get_if<std::vector<GraphPtr>>(&attr))
        for (const GraphPtr& inner : *many) {
          CollectNodes(*inner, out);
          nested = true;
        }
    }
  }
  return nested;
}

}  // namespace

const nlohmann::json& Dossier::Fact(const std::string& aspect) const {
  static const nlohmann::json kNothing = nlohmann::json::object();
  const auto found = facts.find(aspect);
  return found == facts.end() || !found->second.is_object() ? kNothing : found->second;
}

bool Dossier::Has(const std::string& aspect) const { return !Fact(aspect).empty(); }

bool Dossier::ComparesValues() const {
  static const std::set<std::string> kNoValues = {"conversion", "crash", "hang", "rejected",
                                                  "shape"};
  return !kNoValues.contains(row.kind) && !IsMeasured(row.kind);
}

ValueId Dossier::WrongOutput() const {
  const Graph& graph = smallest.model.graph;
  const ValueId named = graph.Find(TextAt(Fact("evidence"), "output"));
  if (named != kAbsent) return named;
  return graph.outputs.size() == 1 ? graph.outputs.front() : kAbsent;
}

std::string Dossier::BlamedOperator() const {
  const nlohmann::json& location = Fact("location");
  if (location.contains("first_wrong")) {
    const std::string op = TextAt(location["first_wrong"], "op");
    if (!op.empty()) return op;
  }
  const nlohmann::json& evidence = Fact("evidence");
  if (evidence.contains("layer")) {
    const std::string op = TextAt(evidence["layer"], "op");
    if (!op.empty()) return op;
  }
  const ValueId wrong = WrongOutput();
  const Graph& graph = smallest.model.graph;
  if (wrong == kAbsent) return "";
  const int producer = graph.Producers()[static_cast<size_t>(wrong)];
  return producer < 0 ? "" : graph.node(static_cast<size_t>(producer)).op;
}

std::vector<const Node*> Dossier::NodesBehindWrongOutput() const {
  const Graph& graph = smallest.model.graph;
  const ValueId wrong = WrongOutput();
  std::vector<const Node*> all;
  const bool nested = CollectNodes(graph, all);
  if (wrong == kAbsent || nested) return all;
  const std::vector<int> producers = graph.Producers();
  std::vector<bool> reached(graph.node_count(), false);
  std::vector<ValueId> open = {wrong};
  while (!open.empty()) {
    const int producer = producers[static_cast<size_t>(open.back())];
    open.pop_back();
    if (producer < 0 || reached[static_cast<size_t>(producer)]) continue;
    reached[static_cast<size_t>(producer)] = true;
    for (const ValueId id : graph.node(static_cast<size_t>(producer)).inputs)
      if (id != kAbsent) open.push_back(id);
  }
  std::vector<const Node*> out;
  for (size_t i = 0; i < graph.node_count(); ++i)
    if (reached[i]) out.push_back(&graph.node(i));
  return out;
}

bool Dossier::WrongOutputUses(const Node& node, size_t i) const {
  const Graph& graph = smallest.model.graph;
  std::vector<const Node*> all;
  if (CollectNodes(graph, all)) return true;  // a subgraph may read it by name
  const ValueId id = node.outputs[i];
  const ValueId wrong = WrongOutput();
  if (id == wrong) return true;
  if (wrong == kAbsent) return true;  // any output may be the wrong one
  for (const Node* reader : NodesBehindWrongOutput())
    for (const ValueId input : reader->inputs)
      if (input == id) return true;
  return false;
}

const Tensor* Dossier::InputOf(const Node& node, size_t i) const {
  const Graph& graph = smallest.model.graph;
  if (i >= node.inputs.size() || node.inputs[i] == kAbsent) return nullptr;
  const ValueId id = node.inputs[i];
  // A node of a subgraph counts values of another table.
  bool ours = false;
  for (const NodePtr& mine : graph.nodes()) ours = ours || mine.get() == &node;
  if (!ours) return nullptr;
  if (const Tensor* weight = graph.initializer(id)) return weight;
  for (size_t k = 0; k < graph.inputs.size() && k < smallest.inputs.size(); ++k)
    if (graph.inputs[k] == id && smallest.inputs[k].kind == Datum::Kind::kTensor)
      return &smallest.inputs[k].tensor;
  const auto found = values.find(graph.name_of(id));
  return found == values.end() ? nullptr : &found->second;
}

}  // namespace assay::report::gate
