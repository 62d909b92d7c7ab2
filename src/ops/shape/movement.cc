#include "ops/shape/movement.h"

#include "ops/list.h"

namespace assay::ops {

Result<std::vector<int>> DistinctAxes(std::span<const int64_t> axes, int rank) {
  std::vector<int> out;
  std::vector<bool> seen(static_cast<size_t>(rank), false);
  for (const int64_t axis : axes) {
    ASSAY_ASSIGN(const int normal, NormalizeAxis(axis, rank));
    if (seen[static_cast<size_t>(normal)])
      return Invalid(StrCat("axis ", axis, " is named twice in [", Join(axes, ","), "]"));
    seen[static_cast<size_t>(normal)] = true;
    out.push_back(normal);
  }
  return out;
}

AxisView::AxisView(const Shape& shape, int axis) : size(shape[static_cast<size_t>(axis)]) {
  for (size_t i = 0; i < shape.size(); ++i) {
    if (i < static_cast<size_t>(axis)) outer *= shape[i];
    if (i > static_cast<size_t>(axis)) inner *= shape[i];
  }
}

Shape WithSize(Shape shape, int axis, int64_t size) {
  shape[static_cast<size_t>(axis)] = size;
  return shape;
}

Shape WithoutAxis(Shape shape, int axis) {
  shape.erase(static_cast<size_t>(axis));
  return shape;
}

Shape WithNewAxis(Shape shape, int axis, int64_t size) {
  shape.insert(static_cast<size_t>(axis), size);
  return shape;
}

Status CheckEvaluable(const Shape& shape) {
  const auto count = CheckedElementCount(shape);
  if (count.has_value() && *count <= kMaxElements) return {};
  return Unsupported(StrCat("a tensor of shape ", ShapeText(shape), " is too large to evaluate"));
}

Bounded TakePart(const Bounded& data, int axis, int64_t start, int64_t size) {
  const AxisView view(data.shape(), axis);
  std::vector<int64_t> map;
  map.reserve(static_cast<size_t>(view.outer * size * view.inner));
  for (int64_t o = 0; o < view.outer; ++o)
    for (int64_t i = 0; i < size * view.inner; ++i) map.push_back(view.at(o, start, i));
  return data.Take(WithSize(data.shape(), axis, size), map);
}

Result<Bounded> Concatenate(std::span<const Bounded> parts, int axis) {
  if (parts.empty()) return Invalid("there is nothing to concatenate");
  const Bounded& first = parts[0];
  int64_t total = 0;
  for (const Bounded& part : parts) {
    if (part.dtype() != first.dtype() || part.rank() != first.rank() ||
        WithSize(part.shape(), axis, 0) != WithSize(first.shape(), axis, 0))
      return Invalid(StrCat("shapes ", ShapeText(first.shape()), " and ", ShapeText(part.shape()),
                            " cannot be joined along axis ", axis));
    total += part.shape()[static_cast<size_t>(axis)];
  }
  ASSAY_ASSIGN(Bounded out, NewTensor(first.dtype(), WithSize(first.shape(), axis, total)));
  const AxisView whole(out.shape(), axis);
  int64_t offset = 0;
  for (const Bounded& part : parts) {
    const int64_t run = part.shape()[static_cast<size_t>(axis)] * whole.inner;
    for (int64_t o = 0; o < whole.outer; ++o)
      for (int64_t i = 0; i < run; ++i) out.set(whole.at(o, offset, i), part, o * run + i);
    offset += part.shape()[static_cast<size_t>(axis)];
  }
  return out;
}

Result<Bounded> Stack(std::span<const Bounded> parts, int axis) {
  std::vector<Bounded> widened;
  widened.reserve(parts.size());
  for (const Bounded& part : parts) {
    if (part.rank() < axis)
      return Invalid(
          StrCat("axis ", axis, " is out of range for stacking shape ", ShapeText(part.shape())));
    widened.push_back(part.Reshaped(WithNewAxis(part.shape(), axis, 1)));
  }
  return Concatenate(widened, axis);
}

Result<Bounded> FromAttribute(const EvalCall& call, const Tensor& tensor) {
  Rules rules = call.rules();
  // An adversary reads subnormal numbers as they are: one of the admissible ways.
  if (call.adversarial()) rules.flush_to_zero = rules.flush_float16 = false;
  return Bounded::From(tensor, rules);
}

Dim ProductOf(const Dims& dims, size_t first, size_t last) {
  int64_t product = 1;
  Dim unknown = Dim::Known(1);
  int unknowns = 0;
  bool overflow = false;
  for (size_t i = first; i < last; ++i) {
    if (dims[i].known() && dims[i].size == 0) return Dim::Known(0);
    if (!dims[i].known()) {
      unknown = dims[i];
      ++unknowns;
    } else if (__builtin_mul_overflow(product, dims[i].size, &product)) {
      overflow = true;
    }
  }
  if (overflow) return Dim::Unknown();
  if (unknowns == 0) return Dim::Known(product);
  return unknowns == 1 && product == 1 ? unknown : Dim::Unknown();
}

Dims WithoutDim(const Dims& dims, size_t at) {
  Dims out = dims;
  out.erase(at);
  return out;
}

Dims WithNewDim(const Dims& dims, size_t at, Dim dim) {
  Dims out = dims;
  out.insert(at, dim);
  return out;
}

TensorType OfRank(DType dtype, int64_t rank) {
  constexpr int64_t kMaxRank = 1024;  // a longer list is not a shape anybody meant
  if (rank < 0 || rank > kMaxRank) return TensorType(dtype);
  return TensorType(dtype, Dims(static_cast<size_t>(rank)));
}

int64_t KnownLength(const TensorType& type) {
  return type.rank() == 1 && type.dims[0].known() ? type.dims[0].size : -1;
}

namespace {

Known EitherTensor(const Bounded& likely, const Bounded& other) {
  if (likely.dtype() != other.dtype() || likely.shape() != other.shape())
    return Known::Undetermined();
  Bounded out = likely;
  for (int64_t i = 0; i < out.count(); ++i) {
    if (!out.is_string())
      out.Widen(i, other, i);
    else if (out.string(i) != other.string(i))
      return Known::Undetermined();
  }
  return Known(std::move(out));
}

}  // namespace

Known EitherOf(const Known& likely, const Known& other) {
  if (likely.kind != other.kind || likely.items.size() != other.items.size())
    return Known::Undetermined();
  if (likely.kind == Known::Kind::kMap && !(likely.tensor.ToTensor() == other.tensor.ToTensor()))
    return Known::Undetermined();
  if (likely.is_tensor()) return EitherTensor(likely.tensor, other.tensor);
  Known out = likely;
  for (size_t i = 0; i < out.items.size(); ++i) {
    out.items[i] = EitherOf(likely.items[i], other.items[i]);
    if (out.items[i].kind == Known::Kind::kUndetermined) return Known::Undetermined();
  }
  return out;
}

std::optional<std::vector<int64_t>> AttrOrConstant(const InferCall& call, std::string_view attr,
                                                   size_t i, int since) {
  if (call.opset() >= since) return call.ConstantInts(i);
  if (!call.HasAttr(attr)) return std::nullopt;
  return call.AttrInts(attr);
}

Result<std::optional<std::vector<int64_t>>> AttrOrInput(const EvalCall& call, std::string_view attr,
                                                        size_t i, int since) {
  std::optional<std::vector<int64_t>> out;
  if (call.opset() >= since && call.has_input(i)) {
    // The standard's own functions give Unsqueeze scalars.
    const bool scalar = call.node().op == "Unsqueeze" && call.tensor(i).rank() == 0;
    ASSAY_ASSIGN(out, scalar ? call.Ints(i) : ListOf(call, i, attr));
  } else if (call.opset() < since && call.HasAttr(attr)) {
    out = call.AttrInts(attr);
  }
  return out;
}

}  // namespace assay::ops
