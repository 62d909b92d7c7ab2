#include "mutate/writer.h"

#include <algorithm>

#include "base/strings.h"
#include "mutate/edit.h"
#include "mutate/layer.h"
#include "ops/infer.h"
#include "ops/op.h"
#include "ops/schema.h"

namespace assay::mutate {
namespace {

// The opsets from which parameters are inputs.
constexpr int kSliceInputs = 10, kPadInputs = 11, kClipInputs = 11, kSqueezeInputs = 13,
              kReduceSumInputs = 13, kReduceInputs = 18, kAllowZero = 14;

bool IsInput(const Graph& graph, ValueId id) {
  return std::find(graph.inputs.begin(), graph.inputs.end(), id) != graph.inputs.end();
}

}  // namespace

bool Supports(const Model& model, std::string_view op, DType dtype) {
  const ops::Schema* schema = ops::FindSchema("", op, model.opset(""));
  return schema != nullptr && !schema->deprecated && ops::FindOp("", op) != nullptr &&
         !schema->inputs.empty() && schema->inputs[0].type_set().AdmitsTensor(dtype);
}

bool Yields(const Model& model, std::string_view op, DType dtype) {
  const ops::Schema* schema = ops::FindSchema("", op, model.opset(""));
  return schema != nullptr && !schema->deprecated && !schema->outputs.empty() &&
         schema->outputs[0].type_set().AdmitsTensor(dtype);
}

Result<std::vector<ValueType>> TypesOf(const Model& model, const Graph& graph, const Node& node) {
  const ops::OpDef* op = ops::FindOp(node.domain, node.op);
  if (op == nullptr || op->infer == nullptr) return Reject(StrCat(node.op, " is not supported"));
  const int opset = model.opset(node.domain);
  const Status fits = ops::CheckAgainstSchema(graph, node, opset);
  if (!fits.ok()) return Reject(fits.error().message);
  std::vector<ValueType> types;
  std::vector<const Tensor*> constants;
  for (const ValueId id : node.inputs) {
    types.push_back(id == kAbsent ? ValueType() : graph.type(id));
    // An initializer that is also an input is only a default.
    constants.push_back(id == kAbsent || IsInput(graph, id) ? nullptr : graph.initializer(id));
  }
  auto made = op->infer(ops::InferCall(node, opset, types, constants, nullptr));
  if (!made.ok()) return Reject(StrCat(node.op, ": ", made.error().message));
  return made;
}

Writer::Writer(Model& model, size_t at, size_t like)
    : model_(model),
      graph_(model.graph),
      at_(at),
      opset_(model.opset("")),
      role_(RolePrefix(model.graph, like)) {}

void Writer::Fail(std::string message) {
  if (status_.ok()) status_ = Reject(std::move(message));
}

DType Writer::dtype(ValueId id) const { return DTypeOf(graph_, id); }

Shape Writer::shape(ValueId id) const { return StaticShape(graph_, id).value_or(Shape{}); }

void Writer::Type(size_t i) {
  const Node& node = graph_.node(i);
  const auto types = TypesOf(model_, graph_, node);
  if (!types.ok()) return Fail(types.error().message);
  for (size_t k = 0; k < node.outputs.size() && k < types->size(); ++k)
    if (node.outputs[k] != kAbsent) graph_.SetType(node.outputs[k], (*types)[k]);
}

ValueId Writer::Op(std::string_view op, std::vector<ValueId> inputs, Attrs attrs) {
  const ValueId out = Emit(graph_, at_, op, std::move(inputs), std::move(attrs), role_);
  Type(at_ - 1);
  return out;
}

std::vector<ValueId> Writer::Ops(std::string_view op, std::vector<ValueId> inputs, Attrs attrs,
                                 size_t outputs) {
  std::vector<ValueId> out = {Emit(graph_, at_, op, std::move(inputs), std::move(attrs), role_)};
  Node node = graph_.node(at_ - 1);
  while (out.size() < outputs) {
    out.push_back(graph_.AddValue(UnusedName(graph_, StrCat(op, "_out"))));
    node.outputs.push_back(out.back());
  }
  Change(at_ - 1, std::move(node));
  return out;
}

void Writer::Into(ValueId out) {
  Node node = graph_.node(at_ - 1);
  graph_.SetType(out, {});
  node.outputs[0] = out;
  Change(at_ - 1, std::move(node));
}

void Writer::Change(size_t i, Node node) {
  graph_.SetNode(i, std::move(node));
  Type(i);
}

ValueId Writer::Constant(std::string_view hint, Tensor tensor) {
  return AddConstant(graph_, hint, std::move(tensor));
}

ValueId Writer::Ints(std::string_view hint, const std::vector<int64_t>& values) {
  return AddInts(graph_, hint, values);
}

ValueId Writer::Scalar(std::string_view hint, DType dtype, double value) {
  return AddScalar(graph_, hint, dtype, value);
}

ValueId Writer::Slice(ValueId x, const std::vector<int64_t>& starts,
                      const std::vector<int64_t>& ends, const std::vector<int64_t>& axes) {
  if (opset_ < kSliceInputs)
    return Op("Slice", {x}, {{"starts", starts}, {"ends", ends}, {"axes", axes}});
  return Op("Slice", {x, Ints("starts", starts), Ints("ends", ends), Ints("axes", axes)});
}

ValueId Writer::Pad(ValueId x, const std::vector<int64_t>& pads) {
  if (opset_ < kPadInputs) return Op("Pad", {x}, {{"pads", pads}});
  return Op("Pad", {x, Ints("pads", pads)});
}

ValueId Writer::Squeeze(ValueId x, const std::vector<int64_t>& axes) {
  if (opset_ < kSqueezeInputs) return Op("Squeeze", {x}, {{"axes", axes}});
  return Op("Squeeze", {x, Ints("axes", axes)});
}

ValueId Writer::Unsqueeze(ValueId x, const std::vector<int64_t>& axes) {
  if (opset_ < kSqueezeInputs) return Op("Unsqueeze", {x}, {{"axes", axes}});
  return Op("Unsqueeze", {x, Ints("axes", axes)});
}

ValueId Writer::Reduce(std::string_view op, ValueId x, const std::vector<int64_t>& axes,
                       bool keep) {
  const int64_t keepdims = keep ? 1 : 0;
  if (opset_ < (op == "ReduceSum" ? kReduceSumInputs : kReduceInputs))
    return Op(op, {x}, {{"axes", axes}, {"keepdims", keepdims}});
  return Op(op, {x, Ints("axes", axes)}, {{"keepdims", keepdims}});
}

ValueId Writer::Clip(ValueId x, double lo, double hi) {
  if (opset_ < kClipInputs)
    return Op("Clip", {x}, {{"min", static_cast<float>(lo)}, {"max", static_cast<float>(hi)}});
  return Op("Clip", {x, Scalar("lowest", dtype(x), lo), Scalar("highest", dtype(x), hi)});
}

ValueId Writer::Cast(ValueId x, DType to) {
  return Op("Cast", {x}, {{"to", static_cast<int64_t>(to)}});
}

ValueId Writer::Reshape(ValueId x, const Shape& to) {
  Attrs attrs;
  // A zero in the target means "copy from the input" unless this is said.
  if (std::find(to.begin(), to.end(), 0) != to.end()) {
    if (opset_ < kAllowZero) Fail("no Reshape to an empty shape before opset 14");
    attrs.Set("allowzero", int64_t{1});
  }
  return Op("Reshape", {x, Ints("shape", {to.begin(), to.end()})}, std::move(attrs));
}

ValueId Writer::Fit(ValueId x, const Shape& to) {
  const size_t before = at_;
  const DType type = dtype(x);
  const ValueId out = FitShape(graph_, at_, x, type, shape(x), type, to, opset_, role_);
  for (size_t i = before; i < at_; ++i) Type(i);
  return out;
}

}  // namespace assay::mutate
