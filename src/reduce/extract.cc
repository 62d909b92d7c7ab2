#include "reduce/extract.h"

#include <algorithm>
#include <set>

#include "mutate/edit.h"
#include "ops/infer.h"
#include "reference/evaluator.h"

namespace assay::reduce {
namespace {

// Builds the part value by value.
class Extraction {
 public:
  Extraction(const ModelCase& whole, const Values& values, const std::vector<bool>& keep,
             Supply supply)
      : whole_(whole),
        graph_(whole.model.graph),
        values_(values),
        keep_(keep),
        supply_(supply),
        producers_(graph_.Producers()),
        ids_(graph_.value_count(), kAbsent) {}

  std::optional<ModelCase> Run() {
    out_.model = whole_.model;
    out_.model.graph = Graph();
    out_.model.graph.name = graph_.name;
    for (size_t i = 0; i < graph_.node_count(); ++i)
      if (keep_[i] && !AddNode(graph_.node(i))) return std::nullopt;
    AddOutputs();
    if (out_.model.graph.outputs.empty()) return std::nullopt;
    DropFunctions();
    if (!ops::InferTypes(out_.model).ok()) return std::nullopt;
    return std::move(out_);
  }

 private:
  Graph& made() { return out_.model.graph; }

  bool AddNode(const Node& node) {
    for (size_t i = 0; i < node.inputs.size(); ++i)
      if (node.inputs[i] != kAbsent && !Provide(node.inputs[i], IsParameter(graph_, node, i)))
        return false;
    for (const ValueId id : mutate::CapturedBy(graph_, node))
      if (!Provide(id, false)) return false;
    Node copy = node;
    for (ValueId& id : copy.inputs) id = Mapped(id);
    for (ValueId& id : copy.outputs) {
      if (id == kAbsent) continue;
      ValueId& mapped = ids_[static_cast<size_t>(id)];
      mapped = made().AddValue(graph_.name_of(id));
      id = mapped;
    }
    made().AddNode(std::move(copy));
    return true;
  }

  ValueId Mapped(ValueId id) const { return id == kAbsent ? id : ids_[static_cast<size_t>(id)]; }

  // Makes sure that the part has the value `id`.
  bool Provide(ValueId id, bool parameter) {
    if (Mapped(id) != kAbsent) return true;
    const auto input = std::find(graph_.inputs.begin(), graph_.inputs.end(), id);
    if (input != graph_.inputs.end()) {
      AddInput(id, graph_.type(id),
               whole_.inputs[static_cast<size_t>(input - graph_.inputs.begin())]);
      return true;
    }
    if (const Tensor* weight = graph_.initializer(id)) {
      AddWeight(id, *weight);
      return true;
    }
    const auto value = values_.find(graph_.name_of(id));
    if (value == values_.end()) return false;
    const Datum& datum = value->second;
    const bool tensor = datum.kind == Datum::Kind::kTensor;
    if (tensor && (supply_ == Supply::kConstants || (supply_ == Supply::kAsUsed && parameter)))
      AddWeight(id, datum.tensor);
    else if (tensor)
      AddInput(id, TensorType(datum.tensor.dtype(), datum.tensor.shape()), datum);
    else
      AddInput(id, graph_.type(id), datum);
    return true;
  }

  void AddInput(ValueId id, ValueType type, Datum datum) {
    ValueId& mapped = ids_[static_cast<size_t>(id)];
    mapped = made().AddValue(graph_.name_of(id), std::move(type));
    made().inputs.push_back(mapped);
    out_.inputs.push_back(std::move(datum));
  }

  void AddWeight(ValueId id, const Tensor& tensor) {
    ValueId& mapped = ids_[static_cast<size_t>(id)];
    mapped = made().AddValue(graph_.name_of(id), TensorType(tensor.dtype(), tensor.shape()));
    made().SetInitializer(mapped, tensor);
  }

  void AddOutputs() {
    std::set<ValueId> used_outside;
    for (size_t i = 0; i < graph_.node_count(); ++i)
      if (!keep_[i])
        for (const ValueId id : UsesOf(graph_, graph_.node(i))) used_outside.insert(id);
    const auto add = [&](ValueId id) {
      const int producer = producers_[static_cast<size_t>(id)];
      if (producer < 0 || !keep_[static_cast<size_t>(producer)]) return;
      auto& outputs = made().outputs;
      if (std::find(outputs.begin(), outputs.end(), Mapped(id)) == outputs.end())
        outputs.push_back(Mapped(id));
    };
    for (const ValueId id : graph_.outputs) add(id);
    for (const ValueId id : used_outside) add(id);
  }

  void DropFunctions() {
    const auto& nodes = made().nodes();
    if (std::none_of(nodes.begin(), nodes.end(), [&](const NodePtr& node) {
          return out_.model.FindFunction(*node) != nullptr || HasSubgraph(*node);
        }))
      out_.model.functions.clear();
  }

  static bool HasSubgraph(const Node& node) {
    return std::any_of(node.attrs.begin(), node.attrs.end(), [](const Attrs::Item& item) {
      return std::holds_alternative<GraphPtr>(item.second);
    });
  }

  const ModelCase& whole_;
  const Graph& graph_;
  const Values& values_;
  const std::vector<bool>& keep_;
  const Supply supply_;
  const std::vector<int> producers_;
  std::vector<ValueId> ids_;  // of the part, by those of the whole
  ModelCase out_;
};

}  // namespace

Result<Values> AllValues(const ModelCase& model_case) {
  const Graph& graph = model_case.model.graph;
  reference::EvalOptions options;
  for (const NodePtr& node : graph.nodes())
    for (const ValueId id : node->outputs)
      if (id != kAbsent) options.wanted.push_back(graph.name_of(id));
  std::vector<Known> inputs;
  for (const Datum& datum : model_case.inputs) {
    ASSAY_ASSIGN(Known known, Known::From(datum, options.rules));
    inputs.push_back(std::move(known));
  }
  ASSAY_ASSIGN(const reference::Evaluation evaluation,
               reference::Evaluate(model_case.model, std::move(inputs), options));
  Values out;
  for (const auto& [name, known] : evaluation.wanted)
    if (known.present() && known.kind != Known::Kind::kUndetermined) out[name] = known.ToDatum();
  return out;
}

std::optional<ModelCase> Extract(const ModelCase& whole, const Values& values,
                                 const std::vector<bool>& keep, Supply supply) {
  return Extraction(whole, values, keep, supply).Run();
}

std::optional<ModelCase> Finished(ModelCase changed) {
  mutate::RemoveDead(changed.model.graph);
  const std::vector<bool> all(changed.model.graph.node_count(), true);
  return Extract(changed, {}, all);
}

std::vector<ValueId> UsesOf(const Graph& graph, const Node& node) {
  std::vector<ValueId> out;
  for (const ValueId id : node.inputs)
    if (id != kAbsent) out.push_back(id);
  for (const ValueId id : mutate::CapturedBy(graph, node)) out.push_back(id);
  return out;
}

bool IsParameter(const Graph& graph, const Node& node, size_t i) {
  const DType dtype = mutate::DTypeOf(graph, node.inputs[i]);
  return i > 0 && IsIntOrBool(dtype);
}

}  // namespace assay::reduce
