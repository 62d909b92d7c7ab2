#include "report/whereabouts.h"

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "report/wording.h"

namespace assay::report {
namespace {

constexpr size_t kMessageShown = 100;  // of a message within a headline

// Names that generators and converters give to everything.
bool IsTelling(const std::string& name) {
  constexpr std::array<std::string_view, 9> kCommon = {
      "", "g", "graph", "main_graph", "random", "generated", "torch_jit", "model", "plain"};
  return std::ranges::find(kCommon, name) == kCommon.end();
}

// "Conv", of the node that makes `tensor`; "" when there is none.
std::string MakerOf(const Graph& graph, const std::string& tensor) {
  const ValueId id = graph.Find(tensor);
  if (id == kAbsent) return "";
  const int producer = graph.Producers()[static_cast<size_t>(id)];
  return producer < 0 ? "" : graph.node(static_cast<size_t>(producer)).op;
}

}  // namespace

std::string Whereabouts(const Material& material) {
  if (material.reduced || !material.smallest.has_value() || !BlamedOp(material).empty()) return "";
  const Graph& graph = material.smallest->model.graph;
  const size_t nodes = graph.node_count();
  std::string out;
  if (const std::string output = WrongOutput(material); !output.empty()) {
    const std::string op = MakerOf(graph, output);
    out = StrCat(" in output '", output, "'", op.empty() ? "" : " of " + op);
  }
  out += StrCat(" (", IsTelling(graph.name) ? StrCat("model '", graph.name, "', ") : "", nodes,
                nodes == 1 ? " node)" : " nodes)");
  if (GaveResults(material.row.kind)) return out;
  const std::string message = Quote(material.row.message, kMessageShown);
  return message.empty() ? out : StrCat(out, ": ", message);
}

}  // namespace assay::report
