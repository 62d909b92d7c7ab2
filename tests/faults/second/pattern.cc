#include "second/pattern.h"

namespace assay::faults {

std::optional<double> OneNumber(const Rewriter& r, ValueId id) {
  const Tensor* tensor = r.Constant(id);
  if (tensor == nullptr || tensor->count() == 0) return std::nullopt;
  const bool real = IsFloat(tensor->dtype());
  if (!real && !IsIntOrBool(tensor->dtype())) return std::nullopt;
  const auto at = [&](int64_t k) {
    return real ? tensor->RealAt(k) : static_cast<double>(tensor->IntAt(k));
  };
  for (int64_t k = 1; k < tensor->count(); ++k)
    if (at(k) != at(0)) return std::nullopt;
  return at(0);
}

std::optional<double> OneNumber(const Rewriter& r, size_t i, size_t input) {
  return r.Has(i, input) ? OneNumber(r, r.node(i).inputs[input]) : std::nullopt;
}

std::optional<std::vector<int64_t>> ConstantInts(const Rewriter& r, size_t i, size_t input) {
  if (!r.Has(i, input)) return std::nullopt;
  const Tensor* tensor = r.Constant(r.node(i).inputs[input]);
  if (tensor == nullptr || !IsInt(tensor->dtype())) return std::nullopt;
  return tensor->Ints();
}

std::optional<std::vector<int64_t>> StatedAxes(const Rewriter& r, size_t i) {
  if (const auto* axes = r.node(i).attrs.Get<std::vector<int64_t>>("axes")) return *axes;
  return ConstantInts(r, i, 1);
}

int64_t IntAttr(const Node& node, std::string_view name, int64_t otherwise) {
  const auto* value = node.attrs.Get<int64_t>(name);
  return value == nullptr ? otherwise : *value;
}

std::vector<int64_t> Permutation(const Rewriter& r, size_t transpose) {
  if (const auto* perm = r.node(transpose).attrs.Get<std::vector<int64_t>>("perm")) return *perm;
  const auto shape = r.ShapeOf(r.node(transpose).inputs[0]);
  std::vector<int64_t> out;
  for (size_t i = shape ? shape->size() : 0; i > 0; --i) out.push_back(static_cast<int64_t>(i) - 1);
  return out;
}

Node NewNode(std::string op, std::initializer_list<ValueId> inputs) {
  Node node;
  node.op = std::move(op);
  for (const ValueId id : inputs) node.inputs.push_back(id);
  return node;
}

void Become(Rewriter& r, size_t i, Node node) {
  node.outputs = r.node(i).outputs;
  r.Set(i, std::move(node));
}

void SetInput(Rewriter& r, size_t i, size_t input, ValueId value) {
  Node changed = r.node(i);
  changed.inputs[input] = value;
  r.Set(i, std::move(changed));
}

void MoveTransposeBehind(Rewriter& r, size_t& i, size_t transpose) {
  Node moved = r.node(i), after = r.node(transpose);
  moved.inputs[0] = after.inputs[0];
  after.inputs = {r.InsertBefore(i, std::move(moved))};
  Become(r, i, std::move(after));
}

ValueId AddScalar(Rewriter& r, ValueId like, double value) {
  return r.AddConstant(MakeTensor(r.TypeOf(like), Shape(), std::span(&value, 1)));
}

std::optional<OneSlice> SliceOfOneAxis(const Rewriter& r, size_t i) {
  if (!r.Is(i, {"Slice"})) return std::nullopt;
  const auto starts = ConstantInts(r, i, 1), ends = ConstantInts(r, i, 2);
  const auto shape = r.ShapeOf(r.node(i).inputs[0]);
  if (!starts || !ends || !shape || starts->size() != 1) return std::nullopt;
  OneSlice out{(*starts)[0], (*ends)[0], 0, 1};
  if (r.Has(i, 3)) {
    const auto axes = ConstantInts(r, i, 3);
    if (!axes) return std::nullopt;
    out.axis = (*axes)[0] < 0 ? (*axes)[0] + static_cast<int64_t>(shape->size()) : (*axes)[0];
  }
  if (r.Has(i, 4)) {
    const auto steps = ConstantInts(r, i, 4);
    if (!steps) return std::nullopt;
    out.step = (*steps)[0];
  }
  return out;
}

}  // namespace assay::faults
