#include "gradient/gradient.h"

#include <algorithm>

#include "base/strings.h"
#include "gradient/backward.h"
#include "ops/infer.h"

namespace assay::gradient {
namespace {

Result<ValueId> FindFloat(const Graph& graph, const std::string& name) {
  const ValueId id = graph.Find(name);
  if (id == kAbsent) return Invalid(StrCat("the model has no value '", name, "'"));
  const bool is_input =
      std::find(graph.inputs.begin(), graph.inputs.end(), id) != graph.inputs.end();
  if (!is_input && graph.initializer(id) == nullptr)
    return Invalid(StrCat("'", name, "' is neither an input nor an initializer of the model"));
  if (!graph.type(id).is_tensor() || !IsFloat(graph.type(id).tensor.dtype))
    return Invalid(StrCat("'", name, "' is ", TypeText(graph.type(id)), ", not a float tensor"));
  return id;
}

bool IsFloatTensor(const Graph& graph, ValueId id) {
  return graph.type(id).is_tensor() && IsFloat(graph.type(id).tensor.dtype);
}

// The outputs that `loss` is taken of.
Result<std::vector<ValueId>> LossOutputs(const Graph& graph, const Loss& loss) {
  std::vector<ValueId> chosen;
  for (const ValueId id : graph.outputs)
    if (IsFloatTensor(graph, id) && (loss.output.empty() || graph.name_of(id) == loss.output))
      chosen.push_back(id);
  if (chosen.empty())
    return loss.output.empty()
               ? Reject("the model has no float output to take a loss of")
               : Invalid(StrCat("the model has no float output '", loss.output, "'"));
  if (!loss.all_outputs) chosen.resize(1);
  return chosen;
}

ValueId AddLabels(Tape& tape, LabelKind kind, ValueId output) {
  const DType dtype = kind == LabelKind::kClasses ? DType::kInt64 : tape.dtype(output);
  Graph& graph = tape.model().graph;
  const ValueId id =
      graph.AddValue(tape.Name("labels"), TensorType(dtype, LabelShape(kind, tape.shape(output))));
  graph.inputs.push_back(id);
  return id;
}

// Derivatives are written where they may be needed; this drops those that turned out not to be.
// What the model itself computes for nobody stays.
void DropUnused(Graph& graph, size_t first) {
  std::vector<bool> live(graph.value_count(), false);
  for (const ValueId id : graph.outputs) live[static_cast<size_t>(id)] = true;
  for (size_t i = graph.node_count(); i-- > 0;) {
    const NodePtr node = graph.nodes()[i];
    const bool needed = i < first || std::any_of(
                                         node->outputs.begin(), node->outputs.end(),
                                         [&](ValueId id) {
                                           return id != kAbsent && live[static_cast<size_t>(id)];
                                         });
    if (!needed) {
      graph.EraseNode(i);
      continue;
    }
    for (const ValueId id : node->inputs)
      if (id != kAbsent) live[static_cast<size_t>(id)] = true;
  }
}

// Initializers that this folder made and nothing uses any more.
void DropConstants(Graph& graph, ValueId first) {
  std::vector<bool> used(graph.value_count(), false);
  for (const NodePtr& node : graph.nodes())
    for (const ValueId id : node->inputs)
      if (id != kAbsent) used[static_cast<size_t>(id)] = true;
  for (const ValueId id : graph.inputs) used[static_cast<size_t>(id)] = true;
  std::vector<ValueId> unused;
  for (const auto& [id, tensor] : graph.initializers())
    if (id >= first && !used[static_cast<size_t>(id)]) unused.push_back(id);
  for (const ValueId id : unused) graph.EraseInitializer(id);
}

ValueId WriteLoss(Tape& tape, const Loss& loss, const std::vector<ValueId>& outputs,
                  GradientModel& out) {
  const LossDef& def = LossOf(loss.kind);
  std::vector<ValueId> terms;
  for (const ValueId id : outputs) {
    const ValueId labels = AddLabels(tape, def.labels, id);
    out.labels.push_back(tape.graph().name_of(labels));
    terms.push_back(tape.Cast(def.write(tape, id, labels, loss), tape.dtype(outputs[0])));
  }
  return tape.Sum(terms);
}

void Write(GradientModel& out, const Loss& loss, const std::vector<ValueId>& outputs,
           const std::vector<ValueId>& wrt) {
  Graph& graph = out.model.graph;
  const size_t original_nodes = graph.node_count();
  const auto original_values = static_cast<ValueId>(graph.value_count());
  Tape tape(out.model);
  const ValueId total = WriteLoss(tape, loss, outputs, out);
  Constants constants(out.model, graph.node_count());
  Backward backward(tape, constants, wrt);
  backward.Run(total);
  out.loss = tape.AddOutput(total, "loss");
  for (const ValueId id : wrt) {
    ValueId d = backward.Of(id);
    if (d == kAbsent) {
      out.unreached.push_back(graph.name_of(id));
      d = tape.Filled(tape.dtype(id), tape.shape(id), 0);
    }
    out.gradients.push_back(tape.AddOutput(d, StrCat("of_", graph.name_of(id))));
  }
  for (const ValueId id : tape.ties()) out.ties.push_back(tape.AddOutput(id, "tied"));
  if (tape.tie() != kAbsent) out.tie = graph.name_of(tape.tie());
  DropUnused(graph, original_nodes);
  DropConstants(graph, original_values);
}

}  // namespace

Result<GradientModel> Differentiate(const Model& model, const Loss& loss,
                                    const std::vector<std::string>& wrt) {
  if (model.opset("") < kMinOpset)
    return Reject(
        StrCat("derivatives need opset ", kMinOpset, " or newer, the model has ", model.opset("")));
  std::vector<ValueId> by;
  for (const std::string& name : wrt) {
    ASSAY_ASSIGN(const ValueId id, FindFloat(model.graph, name));
    by.push_back(id);
  }
  ASSAY_ASSIGN(const std::vector<ValueId> outputs, LossOutputs(model.graph, loss));
  GradientModel out;
  out.model = model;
  try {
    Write(out, loss, outputs, by);
  } catch (const Refusal& refusal) {
    return refusal.error;
  }
  const Status typed = ops::InferTypes(out.model);
  ASSAY_CHECK(typed.ok()) << "a gradient model is not well formed: " << typed.error().message;
  return out;
}

namespace {

// Inputs that set how an operator works; no training step changes them.
bool IsSetting(const std::string& op, size_t i) {
  return (op == "BatchNormalization" && i >= 3) || (op == "Resize" && i >= 1) ||
         (op == "Dropout" && i >= 1) || (op == "Pad" && i >= 1) || (op == "Clip" && i >= 1) ||
         (op == "CastLike" && i == 1) || (op == "RotaryEmbedding" && i >= 1) || op == "OneHot" ||
         // Scales: a step could make one negative, which nothing defines.
         (i >= 1 && (op == "QuantizeLinear" || op == "DequantizeLinear"));
}

}  // namespace

std::vector<std::string> Parameters(const Model& model) {
  const Graph& graph = model.graph;
  std::vector<bool> excluded(graph.value_count(), false);
  for (const ValueId id : graph.inputs) excluded[static_cast<size_t>(id)] = true;
  for (const NodePtr& node : graph.nodes())
    for (size_t i = 0; i < node->inputs.size(); ++i)
      if (node->inputs[i] != kAbsent && IsSetting(node->op, i))
        excluded[static_cast<size_t>(node->inputs[i])] = true;
  std::vector<std::string> names;
  for (const auto& [id, tensor] : graph.initializers())
    if (!excluded[static_cast<size_t>(id)] && IsFloat(tensor.dtype()) && tensor.rank() > 0)
      names.push_back(graph.name_of(id));
  return names;
}

}  // namespace assay::gradient
