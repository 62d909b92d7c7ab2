#include "ops/op.h"

namespace assay::ops {

int64_t Call::AttrInt(std::string_view name, int64_t otherwise) const {
  const auto* value = node_.attrs.Get<int64_t>(name);
  return value != nullptr ? *value : otherwise;
}

double Call::AttrFloat(std::string_view name, double otherwise) const {
  const auto* value = node_.attrs.Get<float>(name);
  return value != nullptr ? static_cast<double>(*value) : otherwise;
}

std::string Call::AttrString(std::string_view name, std::string otherwise) const {
  const auto* value = node_.attrs.Get<std::string>(name);
  return value != nullptr ? *value : std::move(otherwise);
}

std::vector<int64_t> Call::AttrInts(std::string_view name) const {
  const auto* value = node_.attrs.Get<std::vector<int64_t>>(name);
  return value != nullptr ? *value : std::vector<int64_t>();
}

std::vector<float> Call::AttrFloats(std::string_view name) const {
  const auto* value = node_.attrs.Get<std::vector<float>>(name);
  return value != nullptr ? *value : std::vector<float>();
}

std::vector<std::string> Call::AttrStrings(std::string_view name) const {
  const auto* value = node_.attrs.Get<std::vector<std::string>>(name);
  return value != nullptr ? *value : std::vector<std::string>();
}

const Tensor* Call::AttrTensor(std::string_view name) const {
  return node_.attrs.Get<Tensor>(name);
}

const Graph* Call::AttrGraph(std::string_view name) const {
  const auto* value = node_.attrs.Get<GraphPtr>(name);
  return value != nullptr ? value->get() : nullptr;
}

std::optional<DType> Call::AttrDType(std::string_view name) const {
  const int64_t code = AttrInt(name, 0);
  if (code <= 0 || code >= kDTypeCount) return std::nullopt;
  return static_cast<DType>(code);
}

const TensorType& InferCall::input(size_t i) const {
  static const TensorType* const kNothing = new TensorType();
  return has_input(i) && inputs_[i].is_tensor() ? inputs_[i].tensor : *kNothing;
}

std::optional<std::vector<int64_t>> InferCall::ConstantInts(size_t i) const {
  const Tensor* tensor = constant(i);
  if (tensor == nullptr || !IsIntOrBool(tensor->dtype())) return std::nullopt;
  return tensor->Ints();
}

Result<std::vector<int64_t>> EvalCall::Ints(size_t i) const {
  const Bounded& t = tensor(i);
  if (!IsIntOrBool(t.dtype()))
    return Invalid(StrCat(node().op, ": input ", i, " must hold integers"));
  std::vector<int64_t> out(static_cast<size_t>(t.count()));
  for (int64_t k = 0; k < t.count(); ++k) {
    const Int x = t.integer(k);
    if (!x.point()) return Undetermined(StrCat(node().op, ": input ", i, " depends on rounding"));
    out[static_cast<size_t>(k)] = x.v;
  }
  return out;
}

Result<Bounded> NewTensor(DType dtype, const Shape& shape) {
  const auto count = CheckedElementCount(shape);
  if (!count.has_value() || *count > kMaxElements)
    return Unsupported(StrCat("a tensor of shape ", ShapeText(shape), " is too large to evaluate"));
  return Bounded(dtype, shape);
}

}  // namespace assay::ops
