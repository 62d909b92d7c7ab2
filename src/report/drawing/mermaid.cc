#include "base/strings.h"
#include "report/drawing/drawing.h"
#include "report/escape.h"

namespace assay::report {
namespace {

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
