// Type inference over a model: nodes in order, each checked against its schema, then asked for its
// output types.
//
// Values known before running (initializers, Constant nodes, small integer tensors computed from
// those or from static shapes) are folded on the way, because shapes often come from such
// arithmetic (Shape -> Gather -> Concat -> Reshape).
#include "ops/infer.h"

#include "bound/known.h"
#include "ops/op.h"
#include "ops/schema.h"
#include "ops/schema_check.h"

namespace assay::ops {
namespace {

// Folding is for shape arithmetic, not for weights.
constexpr int64_t kMaxFoldedElements = 1024;
constexpr int kMaxDepth = 32;

std::string Where(const Graph& graph, const Node& node) {
  std::string text = StrCat("node ", node.op);
  if (!node.name.empty()) text += StrCat(" '", node.name, "'");
  for (const ValueId out : node.outputs)
    if (out != kAbsent) return StrCat(text, " (output '", graph.name_of(out), "')");
  return text;
}

Result<const Schema*> SchemaOf(const Node& node, int opset) {
  const Schema* schema = FindSchema(node.domain, node.op, opset);
  if (schema == nullptr || schema->deprecated)
    return Invalid(StrCat("there is no operator ", node.op, " in ",
                          node.domain.empty() ? "ai.onnx" : node.domain, " version ", opset));
  return schema;
}

Error ErrorAt(const Graph& graph, const Node& node, const Error& error) {
  return {error.kind, StrCat(Where(graph, node), ": ", error.message)};
}

class Inference : public SubgraphTypes {
 public:
  Inference(const Model& model, const std::map<std::string, int>& opsets, const Inference* outer,
            int depth)
      : model_(model), opsets_(opsets), outer_(outer), depth_(depth) {}

  Status Run(Graph& graph) {
    if (depth_ > kMaxDepth)
      return Invalid("subgraphs or functions are nested too deeply (or call each other)");
    graph_ = &graph;
    constants_.assign(graph.value_count(), nullptr);
    for (const auto& [id, tensor] : graph.initializers()) {
      ASSAY_RETURN_IF_ERROR(TypeInitializer(graph, id, tensor));
      constants_[static_cast<size_t>(id)] = &tensor;
    }
    // An initializer that is also an input is only a default: its value is not certain.
    for (const ValueId id : graph.inputs) constants_[static_cast<size_t>(id)] = nullptr;
    ASSAY_RETURN_IF_ERROR(TakeCaptured(graph));
    for (size_t i = 0; i < graph.node_count(); ++i) {
      const NodePtr node = graph.nodes()[i];
      const Status status = InferNode(graph, *node);
      if (!status.ok()) return ErrorAt(graph, *node, status.error());
    }
    return {};
  }

  Result<std::vector<ValueType>> Infer(const Graph& subgraph,
                                       std::span<const ValueType> inputs) override {
    Graph copy = subgraph;
    if (inputs.size() > copy.inputs.size())
      return Invalid(StrCat("subgraph '", copy.name, "' takes ", copy.inputs.size(),
                            " inputs, is given ", inputs.size()));
    for (size_t i = 0; i < inputs.size(); ++i) {
      // A loop feeds a value back whose shape may change, so a contradiction in shape alone is not
      // an error here.
      const ValueId id = copy.inputs[i];
      const auto type = Unify(copy.type(id), inputs[i]);
      copy.SetType(id, type.has_value() ? *type : inputs[i]);
    }
    Inference inner(model_, opsets_, this, depth_ + 1);
    ASSAY_RETURN_IF_ERROR(inner.Run(copy));
    std::vector<ValueType> outputs;
    for (const ValueId id : copy.outputs) outputs.push_back(copy.type(id));
    return outputs;
  }

 private:
  static Status TypeInitializer(Graph& graph, ValueId id, const Tensor& tensor) {
    const ValueType actual(TensorType(tensor.dtype(), tensor.shape()));
    const auto type = Unify(graph.type(id), actual);
    if (!type.has_value())
      return Invalid(StrCat("initializer '", graph.name_of(id), "' is ", TypeText(actual),
                            " but declared ", TypeText(graph.type(id))));
    graph.SetType(id, *type);
    return {};
  }

  Status TakeCaptured(Graph& graph) {
    for (const ValueId id : graph.captured) {
      const Inference* scope = outer_;
      const ValueId outer_id = scope == nullptr ? kAbsent : scope->graph_->Find(graph.name_of(id));
      if (outer_id == kAbsent)
        return Invalid(StrCat("'", graph.name_of(id), "' is not defined in the graph around"));
      graph.SetType(id, scope->graph_->type(outer_id));
      constants_[static_cast<size_t>(id)] = scope->constants_[static_cast<size_t>(outer_id)];
    }
    return {};
  }

  int OpsetOf(const std::string& domain) const {
    const auto it = opsets_.find(domain);
    return it == opsets_.end() ? 0 : it->second;
  }

  Status InferNode(Graph& graph, const Node& node) {
    std::vector<ValueType> inputs(node.inputs.size());
    InlineVector<const Tensor*, 6> constants(node.inputs.size(), nullptr);
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i] == kAbsent) continue;
      inputs[i] = graph.type(node.inputs[i]);
      constants[i] = constants_[static_cast<size_t>(node.inputs[i])];
    }
    if (const Function* function = model_.FindFunction(node))
      return InferFunction(graph, node, *function, inputs);
    const int opset = OpsetOf(node.domain);
    if (opset == 0)
      return Invalid(StrCat("the model imports no opset for domain '", node.domain, "'"));
    ASSAY_ASSIGN(const Schema* schema, SchemaOf(node, opset));
    ASSAY_RETURN_IF_ERROR(CheckAgainstSchema(inputs, node, *schema));
    const OpDef* op = FindOp(node.domain, node.op);
    if (op == nullptr || op->infer == nullptr)
      return Unsupported(StrCat("operator ", node.domain, node.domain.empty() ? "" : ".", node.op,
                                " is not supported"));
    const InferCall call(node, opset, inputs, std::span(constants.data(), constants.size()), this);
    ASSAY_ASSIGN(const Types types, op->infer(call));
    ASSAY_RETURN_IF_ERROR(Assign(graph, node, types));
    Fold(graph, node, *op, opset, constants);
    return {};
  }

  static Status Assign(Graph& graph, const Node& node, const Types& types) {
    if (types.size() < node.outputs.size())
      return Invalid(
          StrCat("gives ", types.size(), " outputs, ", node.outputs.size(), " are named"));
    for (size_t i = 0; i < node.outputs.size(); ++i) {
      const ValueId id = node.outputs[i];
      if (id == kAbsent) continue;
      const auto type = Unify(types[i], graph.type(id));
      if (!type.has_value())
        return Invalid(StrCat("output '", graph.name_of(id), "' is declared ",
                              TypeText(graph.type(id)), " but is ", TypeText(types[i])));
      graph.SetType(id, *type);
    }
    return {};
  }

  Status InferFunction(Graph& graph, const Node& node, const Function& function,
                       std::span<const ValueType> inputs) {
    Graph body = BindAttributes(function, node);
    for (size_t i = 0; i < std::min(inputs.size(), body.inputs.size()); ++i)
      body.SetType(body.inputs[i], inputs[i]);
    Inference inner(model_, function.opsets, nullptr, depth_ + 1);
    const Status status = inner.Run(body);
    if (!status.ok())
      return Error{status.error().kind,
                   StrCat("in function ", function.name, ": ", status.error().message)};
    Types types;
    for (const ValueId id : body.outputs) types.push_back(body.type(id));
    return Assign(graph, node, types);
  }

  // Computes small integer results of constant inputs.
  void Fold(const Graph& graph, const Node& node, const OpDef& op, int opset,
            const InlineVector<const Tensor*, 6>& constants) {
    if (op.evaluate == nullptr || op.rounding == Rounding::kRandom || node.outputs.empty() ||
        node.outputs[0] == kAbsent)
      return;
    const ValueType& type = graph.type(node.outputs[0]);
    if (!type.is_tensor() || !IsIntOrBool(type.tensor.dtype)) return;
    const auto shape = type.tensor.shape();
    if (!shape.has_value() || !CheckedElementCount(*shape).has_value() ||
        *CheckedElementCount(*shape) > kMaxFoldedElements)
      return;
    const bool by_shape = node.op == "Shape" || node.op == "Size";
    std::vector<Known> inputs(node.inputs.size());
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i] == kAbsent) continue;
      if (constants[i] != nullptr && constants[i]->count() <= kMaxFoldedElements) {
        auto known = Bounded::From(*constants[i], {});
        if (!known.ok()) return;
        inputs[i] = Known(std::move(known).value());
      } else if (by_shape && graph.type(node.inputs[i]).is_tensor() &&
                 graph.type(node.inputs[i]).tensor.shape()) {
        FoldShape(graph, node);
        return;
      } else {
        return;
      }
    }
    for (const auto& [name, attr] : node.attrs)
      if (std::holds_alternative<GraphPtr>(attr)) return;
    Rng unused(0);
    const EvalCall call(node, opset, inputs, rules_, nullptr, unused, nullptr);
    auto outputs = op.evaluate(call);
    if (!outputs.ok()) return;
    for (size_t i = 0; i < node.outputs.size() && i < outputs->size(); ++i) {
      const Known& out = (*outputs)[i];
      if (node.outputs[i] == kAbsent || !out.is_tensor() || out.tensor.is_real() ||
          !out.tensor.exact())
        continue;
      Keep(node.outputs[i], out.tensor.ToTensor());
    }
  }

  // Shape and Size of a tensor whose sizes are all known need no values.
  void FoldShape(const Graph& graph, const Node& node) {
    const Shape shape = *graph.type(node.inputs[0]).tensor.shape();
    if (node.op == "Size") {
      const auto count = CheckedElementCount(shape);
      if (count.has_value()) Keep(node.outputs[0], ScalarInt64(*count));
      return;
    }
    const auto rank = static_cast<int64_t>(shape.size());
    const Call call(node, 0);
    int64_t start = call.AttrInt("start", 0), end = call.AttrInt("end", rank);
    if (start < 0) start += rank;
    if (end < 0) end += rank;
    start = std::clamp<int64_t>(start, 0, rank);
    end = std::clamp<int64_t>(end, start, rank);
    Keep(node.outputs[0], Int64Vector(std::span(shape.begin() + start, shape.begin() + end)));
  }

  void Keep(ValueId id, Tensor tensor) {
    folded_.push_back(std::make_unique<Tensor>(std::move(tensor)));
    constants_[static_cast<size_t>(id)] = folded_.back().get();
  }

  const Model& model_;
  const std::map<std::string, int>& opsets_;
  const Inference* outer_;
  int depth_;
  Rules rules_;
  Graph* graph_ = nullptr;
  std::vector<const Tensor*> constants_;  // by ValueId; owned by the graph or by folded_
  std::vector<std::unique_ptr<Tensor>> folded_;
};

void ApplyDims(Graph& graph, const std::map<std::string, int64_t>& sizes) {
  if (sizes.empty()) return;
  for (size_t k = 0; k < graph.value_count(); ++k) {
    const auto id = static_cast<ValueId>(k);
    ValueType type = graph.type(id);
    if (!type.is_tensor()) continue;
    for (Dim& dim : type.tensor.dims) {
      const auto it = dim.symbol == 0 ? sizes.end() : sizes.find(SymbolName(dim.symbol));
      if (it != sizes.end()) dim = Dim::Known(it->second);
    }
    graph.SetType(id, type);
  }
}

}  // namespace

Status CheckAgainstSchema(const Graph& graph, const Node& node, int opset) {
  ASSAY_ASSIGN(const Schema* schema, SchemaOf(node, opset));
  std::vector<ValueType> inputs(node.inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i)
    if (node.inputs[i] != kAbsent) inputs[i] = graph.type(node.inputs[i]);
  return CheckAgainstSchema(inputs, node, *schema);
}

Status InferTypes(Model& model, const InferOptions& options) {
  ASSAY_RETURN_IF_ERROR(VerifyStructure(model.graph));
  ApplyDims(model.graph, options.dims);
  Inference inference(model, model.opsets, nullptr, 0);
  return inference.Run(model.graph);
}

}  // namespace assay::ops
