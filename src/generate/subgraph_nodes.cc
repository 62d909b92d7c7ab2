#include "generate/subgraph_nodes.h"

#include "generate/combinations.h"
#include "ops/infer.h"
#include "reference/evaluator.h"

namespace assay::generate {
namespace {

constexpr int kTriesPerBodyNode = 6;

GraphOptions BodyOptions(GraphOptions options) {
  options.control_flow = options.sequences = options.default_inputs = 0;
  options.nodes = 1;
  return options;
}

ValueId IdOfName(const std::string& name) {
  return static_cast<ValueId>(std::stoul(name.substr(name.find_last_not_of("0123456789") + 1)));
}

// A model of the node alone: what it takes become inputs, or weights where they are.
struct Alone {
  Model model;
  std::vector<Known> inputs;

  ValueId Take(Grower& grower, ValueId id) {
    const Draft& draft = grower.draft();
    Graph& graph = model.graph;
    const ValueId known = graph.Find(draft.NameOf(id));
    if (known != kAbsent) return known;
    const Known& value = grower.maker().KnownOf(id);
    const DraftValue& v = draft.value(id);
    const ValueId here = graph.AddValue(draft.NameOf(id), v.declared);
    if (v.source == DraftValue::Source::kWeight && !v.overridable) {
      graph.SetInitializer(here, v.data);
    } else {
      graph.inputs.push_back(here);
      inputs.push_back(value);
    }
    return here;
  }
};

Alone MakeAlone(Grower& grower, Node node) {
  Alone alone;
  alone.model.opsets[""] = grower.opset();
  for (ValueId& id : node.inputs)
    if (id != kAbsent) id = alone.Take(grower, id);
  ForEachCaptured(node, [&](const std::string& name) { alone.Take(grower, IdOfName(name)); });
  Graph& graph = alone.model.graph;
  for (size_t i = 0; i < node.outputs.size(); ++i) {
    node.outputs[i] = graph.AddValue("result" + std::to_string(i));
    graph.outputs.push_back(node.outputs[i]);
  }
  graph.AddNode(std::move(node));
  return alone;
}

}  // namespace

Body::Body(Grower& outer, Rng& rng, const GraphOptions& options, std::string prefix)
    : outer_(outer),
      options_(BodyOptions(options)),
      draft_(std::move(prefix)),
      grower_(draft_, rng, options_, outer.opset(), CandidatesAt(outer.opset()), false) {}

ValueId Body::AddFormal(const std::string& name, const TensorType& type, Known known) {
  formal_.push_back(draft_.Add({.source = DraftValue::Source::kOuter,
                                .declared = type,
                                .actual = type,
                                .known = std::move(known),
                                .data = {},
                                .name = draft_.prefix() + name},
                               true));
  return formal_.back();
}

void Body::Capture(ValueId id) {
  const Known& known = outer_.maker().KnownOf(id);
  const DraftValue& v = outer_.draft().value(id);
  draft_.Add({.source = DraftValue::Source::kOuter,
              .declared = v.declared,
              .actual = v.actual,
              .known = known,
              .data = {},
              .producer = v.producer,
              .name = outer_.draft().NameOf(id)},
             true);
}

void Body::Grow(int nodes) {
  options_.nodes = static_cast<int>(draft_.node_count()) + nodes;
  for (int i = 0; i < kTriesPerBodyNode * nodes; ++i) {
    if (static_cast<int>(draft_.node_count()) >= options_.nodes) return;
    grower_.Step();
  }
}

ValueId Body::FindMade(const TensorType& type) const {
  for (size_t i = draft_.nodes().size(); i-- > 0;)
    for (const ValueId id : draft_.nodes()[i].outputs)
      if (draft_.value(id).actual == type && draft_.value(id).declared == ValueType(type))
        return id;
  return kAbsent;
}

ValueId Body::LastMade() const {
  for (size_t i = draft_.nodes().size(); i-- > 0;)
    for (const ValueId id : draft_.nodes()[i].outputs)
      if (draft_.value(id).declared.is_tensor() && draft_.value(id).declared.tensor.shape())
        return id;
  return kAbsent;
}

GraphPtr Body::Finish(const std::string& name, const std::vector<ValueId>& outputs) {
  return std::make_shared<const Graph>(draft_.FinishBody(draft_.prefix() + name, formal_, outputs));
}

bool AppendWithBodies(Grower& grower, Node node) {
  const ops::OpDef* op = ops::FindOp("", node.op);
  const ops::Schema* schema = ops::FindSchema("", node.op, grower.opset());
  if (op == nullptr || schema == nullptr) return false;
  Alone alone = MakeAlone(grower, node);
  if (!ops::InferTypes(alone.model).ok()) return false;
  auto evaluation = reference::Evaluate(alone.model, std::move(alone.inputs));
  if (!evaluation.ok() || !grower.Acceptable(evaluation->outputs)) return false;
  ops::Types types;
  for (const ValueId id : alone.model.graph.outputs) types.push_back(alone.model.graph.type(id));
  for (size_t i = 0; i < types.size(); ++i)
    if (!schema->outputs[std::min(i, schema->outputs.size() - 1)].type_set().Admits(types[i]))
      return false;  // what a body gives must be a type that the operator can hand on
  const uint64_t hash = OperatorHash(node.op, "");
  grower.maker().Commit({op, schema, hash, std::move(node)}, std::move(types),
                        std::move(evaluation->outputs));
  return true;
}

ValueId AnyTensor(Rng& rng, const Draft& draft) {
  int64_t total = 0;
  for (int i = 1; i < kDTypeCount; ++i)
    total += static_cast<int64_t>(draft.listed(static_cast<DType>(i)).size());
  if (total == 0) return kAbsent;
  auto at = static_cast<size_t>(rng.Int(0, total - 1));
  for (int i = 1;; ++i) {
    const auto& ids = draft.listed(static_cast<DType>(i));
    if (at < ids.size()) return ids[at];
    at -= ids.size();
  }
}

}  // namespace assay::generate
