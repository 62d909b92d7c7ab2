#include <algorithm>

#include "base/strings.h"
#include "report/drawing/drawing.h"
#include "report/escape.h"

namespace assay::report {
namespace {

// Columns of the drawing: the tensor that each carries at the moment.
class Lanes {
 public:
  explicit Lanes(const Graph& graph) : uses_(graph.value_count(), 0) {
    for (const NodePtr& node : graph.nodes())
      for (const ValueId id : Reads(graph, *node)) ++uses_[static_cast<size_t>(id)];
    for (const ValueId id : graph.outputs) ++uses_[static_cast<size_t>(id)];
  }

  // The leftmost free column, or a new one.
  void Open(ValueId id) {
    const auto free = std::ranges::find(lanes_, kAbsent);
    if (free != lanes_.end())
      *free = id;
    else
      lanes_.push_back(id);
  }

  void Use(ValueId id) {
    if (--uses_[static_cast<size_t>(id)] > 0) return;
    std::ranges::replace(lanes_, id, kAbsent);
    while (!lanes_.empty() && lanes_.back() == kAbsent) lanes_.pop_back();
  }

  bool Wanted(ValueId id) const { return uses_[static_cast<size_t>(id)] > 0; }

  // One row: `mark` where a tensor of `touched` runs, joined by a line.
  std::string Row(const std::vector<ValueId>& touched, std::string_view mark) const {
    const auto hit = [&](size_t i) {
      return std::ranges::find(touched, lanes_[i]) != touched.end();
    };
    size_t first = lanes_.size(), last = 0;
    for (size_t i = 0; i < lanes_.size(); ++i)
      if (hit(i)) {
        first = std::min(first, i);
        last = i;
      }
    std::string out;
    for (size_t i = 0; i < lanes_.size(); ++i) {
      const bool within = first < lanes_.size() && i >= first && i <= last;
      const bool live = lanes_[i] != kAbsent;
      out += live && hit(i) ? mark : within ? (live ? "┼" : "─") : live ? "│" : " ";
      out += within && i < last ? "─" : " ";
    }
    return out;
  }

 private:
  std::vector<int> uses_;  // still to come, by value
  std::vector<ValueId> lanes_;
};

std::string NodeText(const Graph& graph, const Node& node, const Marks& marks) {
  std::vector<std::string> outputs;
  for (const ValueId id : node.outputs)
    if (id != kAbsent) outputs.push_back(TypedName(graph, id));
  const std::vector<std::string> parameters = Parameters(graph, node);
  return StrCat(node.op, parameters.empty() ? "" : StrCat(" (", Join(parameters, ", "), ")"), " → ",
                Join(outputs, ", "), IsWrong(graph, node, marks) ? "   ◄ first wrong" : "");
}

// Within double quotes Mermaid takes entities, and nothing else needs care.
std::string QuotedLabel(const std::string& text) { return StrCat('"', XmlText(text), '"'); }

std::string NodeLine(const Graph& graph, size_t i) {
  const Node& node = graph.node(i);
  std::string label = XmlText(node.op);
  for (const std::string& parameter : Parameters(graph, node))
    label += "<br/>" + XmlText(parameter);
  return StrCat("  n", i, "[\"", label, "\"]\n");
}

}  // namespace

std::string DrawText(const Graph& graph, const Marks& marks) {
  Lanes lanes(graph);
  std::string out;
  const auto line = [&](const std::string& left, const std::string& right) {
    out += StrCat(left, " ", right, "\n");
  };
  for (const ValueId id : graph.inputs) {
    if (graph.initializer(id) != nullptr || !lanes.Wanted(id)) continue;
    lanes.Open(id);
    line(lanes.Row({id}, "┬"), TypedName(graph, id) + "   input");
  }
  for (const NodePtr& node : graph.nodes()) {
    const std::vector<ValueId> read = Reads(graph, *node);
    std::string row = lanes.Row(read, "●");
    if (read.empty()) row += "●";
    line(row, NodeText(graph, *node, marks));
    for (const ValueId id : read) lanes.Use(id);
    for (const ValueId id : node->outputs)
      if (id != kAbsent && lanes.Wanted(id)) lanes.Open(id);
  }
  for (const ValueId id : graph.outputs) {
    line(lanes.Row({id}, "▼"), StrCat(TypedName(graph, id), "   output",
                                      IsWrongOutput(graph, id, marks) ? " ◄ wrong" : ""));
    lanes.Use(id);
  }
  return out;
}

std::string DrawMermaid(const Graph& graph, const Marks& marks) {
  std::string out = "flowchart TD\n";
  const std::vector<int> producers = graph.Producers();
  const auto from = [&](ValueId id) {
    const int node = producers[static_cast<size_t>(id)];
    return node >= 0 ? StrCat("n", node) : StrCat("v", id);
  };
  for (const ValueId id : graph.inputs)
    if (graph.initializer(id) == nullptr)
      out += StrCat("  v", id, "([", QuotedLabel(TypedName(graph, id)), "])\n");
  for (size_t i = 0; i < graph.node_count(); ++i) out += NodeLine(graph, i);
  for (size_t i = 0; i < graph.node_count(); ++i)
    for (const ValueId id : Reads(graph, graph.node(i)))
      out += StrCat("  ", from(id), " -->|", QuotedLabel(TypedName(graph, id)), "| n", i, "\n");
  for (size_t k = 0; k < graph.outputs.size(); ++k) {
    const ValueId id = graph.outputs[k];
    out += StrCat("  o", k, "([", QuotedLabel(TypedName(graph, id)), "])\n");
    if (graph.initializer(id) == nullptr) out += StrCat("  ", from(id), " --> o", k, "\n");
  }
  for (size_t i = 0; i < graph.node_count(); ++i)
    if (IsWrong(graph, graph.node(i), marks))
      out += StrCat("  style n", i, " stroke:#c62828,stroke-width:3px\n");
  for (size_t k = 0; k < graph.outputs.size(); ++k)
    if (IsWrongOutput(graph, graph.outputs[k], marks))
      out += StrCat("  style o", k, " stroke:#c62828,stroke-width:3px\n");
  return out;
}

}  // namespace assay::report
