#include "gradient/tape.h"

#include <algorithm>
#include <numeric>

#include "base/strings.h"
#include "mutate/writer.h"

namespace assay::gradient {
namespace {

// The opsets from which the axes of a reduction are an input.
constexpr int kReduceSumInputs = 13, kReduceInputs = 18;
constexpr int kAllowZero = 14;  // Reshape to an empty shape
// The mean of both sides: what a symmetric definition gives, and a subgradient of every kink here.
constexpr double kUsualTie = 0.5;

// Whether a value of the graph or of a graph within it has a name that begins like this.
bool NamesBegin(const Graph& graph, std::string_view prefix) {
  for (size_t i = 0; i < graph.value_count(); ++i)
    if (graph.name_of(static_cast<ValueId>(i)).starts_with(prefix)) return true;
  for (const NodePtr& node : graph.nodes()) {
    for (const auto& [name, attr] : node->attrs) {
      if (const auto* one = std::get_if<GraphPtr>(&attr); one && NamesBegin(**one, prefix))
        return true;
      if (const auto* many = std::get_if<std::vector<GraphPtr>>(&attr))
        for (const GraphPtr& inner : *many)
          if (NamesBegin(*inner, prefix)) return true;
    }
  }
  return false;
}

}  // namespace

void Refuse(std::string message) { throw Refusal{Reject(std::move(message))}; }

Tape::Tape(Model& model) : model_(model), opset_(model.opset("")), prefix_("grad/") {
  while (NamesBegin(model.graph, prefix_)) prefix_ = StrCat("d", prefix_);
}

std::string Tape::Name(std::string_view hint) { return StrCat(prefix_, hint, "_", next_++); }

std::string Tape::AddOutput(ValueId id, const std::string& hint) {
  const ValueId named = Op("Identity", {id});
  Graph& graph = model_.graph;
  graph.Rename(named, Name(hint));
  graph.outputs.push_back(named);
  return graph.name_of(named);
}

DType Tape::dtype(ValueId id) const {
  const ValueType& type = graph().type(id);
  return type.is_tensor() ? type.tensor.dtype : DType::kUndefined;
}

const Shape& Tape::shape(ValueId id) {
  const auto known = shapes_.find(id);
  if (known != shapes_.end()) return known->second;
  const ValueType& type = graph().type(id);
  auto shape = type.is_tensor() ? type.tensor.shape() : std::nullopt;
  if (!shape.has_value())
    Refuse(StrCat("the sizes of '", graph().name_of(id), "' ", TypeText(type),
                  " are not all known before running; name them (dims) and differentiate again"));
  // Callers keep the reference while they write further values.
  return shapes_.emplace(id, std::move(*shape)).first->second;
}

// ---- nodes and constants ----

std::vector<ValueId> Tape::Append(Node node, size_t outputs) {
  while (!node.inputs.empty() && node.inputs.back() == kAbsent) node.inputs.pop_back();
  std::vector<ValueId> made;
  for (size_t i = 0; i < outputs; ++i) {
    made.push_back(model_.graph.AddValue(Name(node.op)));
    node.outputs.push_back(made.back());
  }
  const auto types = mutate::TypesOf(model_, model_.graph, node);
  if (!types.ok())
    Refuse(StrCat("the derivative needs ", node.op, " at opset ", opset_, ": ",
                  types.error().message));
  for (size_t i = 0; i < outputs; ++i) model_.graph.SetType(made[i], (*types)[i]);
  node.name = graph().name_of(made[0]);
  model_.graph.AddNode(std::move(node));
  return made;
}

std::vector<ValueId> Tape::Ops(std::string_view op, std::vector<ValueId> inputs, Attrs attrs,
                               size_t outputs) {
  Node node;
  node.op = op;
  node.attrs = std::move(attrs);
  for (const ValueId id : inputs) node.inputs.push_back(id);
  return Append(std::move(node), outputs);
}

ValueId Tape::Op(std::string_view op, std::vector<ValueId> inputs, Attrs attrs) {
  return Ops(op, std::move(inputs), std::move(attrs), 1)[0];
}

ValueId Tape::Constant(Tensor tensor) {
  const ValueId id =
      model_.graph.AddValue(Name("constant"), TensorType(tensor.dtype(), tensor.shape()));
  model_.graph.SetInitializer(id, std::move(tensor));
  return id;
}

ValueId Tape::Ints(const Axes& values) {
  const auto [it, fresh] = ints_.emplace(values, kAbsent);
  if (fresh) it->second = Constant(Int64Vector(values));
  return it->second;
}

ValueId Tape::Scalar(DType dtype, double value) {
  const auto [it, fresh] = scalars_.emplace(std::pair(dtype, value), kAbsent);
  if (fresh) it->second = Constant(MakeTensor(dtype, Shape{}, std::span(&value, 1)));
  return it->second;
}

ValueId Tape::Filled(DType dtype, const Shape& shape, double value) {
  const std::vector<double> values(static_cast<size_t>(ElementCount(shape)), value);
  return Constant(MakeTensor(dtype, shape, values));
}

// ---- arithmetic ----

ValueId Tape::Scale(ValueId x, double factor) {
  return factor == 1 ? x : Mul(x, Number(x, factor));
}

ValueId Tape::Cast(ValueId x, DType to) {
  return dtype(x) == to ? x : Op("Cast", {x}, {{"to", static_cast<int64_t>(to)}});
}

ValueId Tape::Sum(const std::vector<ValueId>& terms) {
  if (terms.size() == 1) return terms[0];
  return terms.size() == 2 ? Add(terms[0], terms[1]) : Op("Sum", terms);
}

// ---- shapes ----

ValueId Tape::Reshape(ValueId x, const Shape& to) {
  if (shape(x) == to) return x;
  Attrs attrs;
  // A zero in the target means "copy from the input" unless this is said.
  if (std::find(to.begin(), to.end(), 0) != to.end()) {
    if (opset_ < kAllowZero) Refuse("no Reshape to an empty shape before opset 14");
    attrs.Set("allowzero", int64_t{1});
  }
  return Op("Reshape", {x, Ints({to.begin(), to.end()})}, std::move(attrs));
}

ValueId Tape::Transpose(ValueId x, const Axes& perm) {
  if (std::is_sorted(perm.begin(), perm.end())) return x;
  return Op("Transpose", {x}, {{"perm", perm}});
}

ValueId Tape::SwapLast(ValueId x) {
  Axes perm(static_cast<size_t>(rank(x)));
  std::iota(perm.begin(), perm.end(), 0);
  std::swap(perm[perm.size() - 1], perm[perm.size() - 2]);
  return Transpose(x, perm);
}

ValueId Tape::Unsqueeze(ValueId x, const Axes& axes) { return Op("Unsqueeze", {x, Ints(axes)}); }

ValueId Tape::Slice(ValueId x, const Axes& starts, const Axes& ends, const Axes& axes) {
  return Op("Slice", {x, Ints(starts), Ints(ends), Ints(axes)});
}

ValueId Tape::Pad(ValueId x, const Axes& pads, double value) {
  if (std::all_of(pads.begin(), pads.end(), [](int64_t p) { return p == 0; })) return x;
  return Op("Pad", {x, Ints(pads), Number(x, value)});
}

ValueId Tape::Concat(std::vector<ValueId> parts, int64_t axis) {
  return parts.size() == 1 ? parts[0] : Op("Concat", std::move(parts), {{"axis", axis}});
}

ValueId Tape::Reduce(std::string_view op, ValueId x, const Axes& axes, bool keep) {
  if (axes.empty()) return x;
  const int64_t keepdims = keep ? 1 : 0;
  if (opset_ < (op == "ReduceSum" ? kReduceSumInputs : kReduceInputs))
    return Op(op, {x}, {{"axes", axes}, {"keepdims", keepdims}});
  return Op(op, {x, Ints(axes)}, {{"keepdims", keepdims}});
}

ValueId Tape::FitTo(ValueId x, const Shape& to) {
  const Shape from = shape(x);
  if (from == to) return x;
  const auto extra = static_cast<int64_t>(from.size()) - static_cast<int64_t>(to.size());
  Axes summed;
  for (int64_t i = 0; i < static_cast<int64_t>(from.size()); ++i)
    if (from[static_cast<size_t>(i)] != 1 && (i < extra || to[static_cast<size_t>(i - extra)] == 1))
      summed.push_back(i);
  x = Reduce("ReduceSum", x, summed, true);
  if (extra > 0) {
    const Shape& kept = shape(x);
    x = Reshape(x, Shape(kept.begin() + extra, kept.end()));
  }
  return shape(x) == to ? x : Op("Expand", {x, Ints({to.begin(), to.end()})});
}

// ---- kinks ----

ValueId Tape::TieWeight(DType dtype) {
  if (tie_ == kAbsent) {
    tie_ = model_.graph.AddValue(Name("tie"), TensorType(DType::kFloat32, Shape{}));
    model_.graph.inputs.push_back(tie_);
    model_.graph.SetInitializer(tie_,
                                MakeTensor(DType::kFloat32, Shape{}, std::span(&kUsualTie, 1)));
  }
  const auto [it, fresh] = tie_weights_.emplace(dtype, kAbsent);
  if (fresh) it->second = Cast(tie_, dtype);
  return it->second;
}

ValueId Tape::Kink(ValueId a, ValueId b, ValueId above, ValueId below) {
  const ValueId tie = TieWeight(dtype(above)), equal = Op("Equal", {a, b});
  NoteTie(equal);
  const ValueId mean = Add(below, Mul(tie, Sub(above, below)));
  return Where(Op("Greater", {a, b}), above, Where(equal, mean, below));
}

}  // namespace assay::gradient
