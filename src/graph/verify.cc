// VerifyStructure: the rules that hold of every graph, whatever its operators mean.
#include <unordered_set>

#include "base/strings.h"
#include "graph/graph.h"

namespace assay {
namespace {

std::string NodeText(const Graph& graph, size_t i) {
  const Node& node = graph.node(i);
  std::string text = StrCat("node ", i, " (", node.op);
  if (!node.name.empty()) text += StrCat(", named '", node.name, "'");
  return text + ")";
}

class Verifier {
 public:
  Verifier(const Graph& graph, const Graph* outer) : graph_(graph), outer_(outer) {}

  Status Run() {
    ASSAY_RETURN_IF_ERROR(CheckNames());
    ASSAY_RETURN_IF_ERROR(DefineSources());
    for (size_t i = 0; i < graph_.node_count(); ++i) ASSAY_RETURN_IF_ERROR(CheckNode(i));
    for (const ValueId id : graph_.outputs) {
      if (!InRange(id)) return Invalid("a graph output refers to no value");
      if (!Defined(id))
        return Invalid(StrCat("graph output '", graph_.name_of(id), "' is produced by no node"));
    }
    return {};
  }

 private:
  bool InRange(ValueId id) const {
    return id >= 0 && static_cast<size_t>(id) < graph_.value_count();
  }
  bool Defined(ValueId id) const { return defined_[static_cast<size_t>(id)]; }

  Status CheckNames() {
    std::unordered_set<std::string_view> seen;
    for (size_t i = 0; i < graph_.value_count(); ++i) {
      const std::string& name = graph_.name_of(static_cast<ValueId>(i));
      if (name.empty()) return Invalid("a value has an empty name");
      if (!seen.insert(name).second) return Invalid(StrCat("two values are named '", name, "'"));
    }
    defined_.assign(graph_.value_count(), false);
    return {};
  }

  Status DefineSources() {
    for (const ValueId id : graph_.inputs) {
      if (!InRange(id)) return Invalid("a graph input refers to no value");
      if (Defined(id))
        return Invalid(StrCat("graph input '", graph_.name_of(id), "' is listed twice"));
      defined_[static_cast<size_t>(id)] = true;
    }
    for (const auto& [id, tensor] : graph_.initializers()) {
      if (!InRange(id)) return Invalid("an initializer belongs to no value");
      defined_[static_cast<size_t>(id)] =
          true;  // an initializer may also be a graph input: its default
    }
    for (const ValueId id : graph_.captured) {
      if (!InRange(id)) return Invalid("a captured value is out of range");
      if (Defined(id))
        return Invalid(StrCat("'", graph_.name_of(id), "' is captured and also defined here"));
      if (outer_ == nullptr || outer_->Find(graph_.name_of(id)) == kAbsent)
        return Invalid(StrCat("'", graph_.name_of(id),
                              "' is used but defined neither here nor in a graph around"));
      defined_[static_cast<size_t>(id)] = true;
    }
    return {};
  }

  Status CheckNode(size_t i) {
    const Node& node = graph_.node(i);
    for (const ValueId id : node.inputs) {
      if (id == kAbsent) continue;
      if (!InRange(id))
        return Invalid(StrCat(NodeText(graph_, i), ": an input refers to no value"));
      if (!Defined(id))
        return Invalid(StrCat(
            NodeText(graph_, i), ": input '", graph_.name_of(id),
            "' is not defined before it is used (missing, out of order, or part of a cycle)"));
    }
    for (const auto& [name, attr] : node.attrs) ASSAY_RETURN_IF_ERROR(CheckSubgraphs(i, attr));
    for (const ValueId id : node.outputs) {
      if (id == kAbsent) continue;
      if (!InRange(id))
        return Invalid(StrCat(NodeText(graph_, i), ": an output refers to no value"));
      if (Defined(id))
        return Invalid(
            StrCat(NodeText(graph_, i), ": output '", graph_.name_of(id), "' is defined twice"));
      defined_[static_cast<size_t>(id)] = true;
    }
    return {};
  }

  Status CheckSubgraphs(size_t i, const Attr& attr) {
    if (const auto* graph = std::get_if<GraphPtr>(&attr)) return CheckSubgraph(i, *graph);
    if (const auto* graphs = std::get_if<std::vector<GraphPtr>>(&attr))
      for (const GraphPtr& one : *graphs) ASSAY_RETURN_IF_ERROR(CheckSubgraph(i, one));
    return {};
  }

  Status CheckSubgraph(size_t i, const GraphPtr& pointer) {
    if (pointer == nullptr) return Invalid(StrCat(NodeText(graph_, i), ": a subgraph is missing"));
    const Graph& subgraph = *pointer;
    const Status status = VerifyStructure(subgraph, &graph_);
    if (!status.ok())
      return Invalid(StrCat(NodeText(graph_, i), ": subgraph '", subgraph.name,
                            "': ", status.error().message));
    for (const ValueId id : subgraph.captured)
      if (!Defined(graph_.Find(subgraph.name_of(id))))
        return Invalid(StrCat(NodeText(graph_, i), ": subgraph '", subgraph.name, "' uses '",
                              subgraph.name_of(id), "' before it is defined"));
    return {};
  }

  const Graph& graph_;
  const Graph* outer_;
  std::vector<bool> defined_;
};

}  // namespace

Status VerifyStructure(const Graph& graph, const Graph* outer) {
  return Verifier(graph, outer).Run();
}

}  // namespace assay
