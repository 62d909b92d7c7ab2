// MaxUnpool: puts the elements of a pooled tensor back to the places that MaxPool took them from;
// zeros elsewhere.
//
//   y = 0;  y.flat[indices[i]] = x[i]
//
// Spec:  ONNX opsets 9, 11, 22 (bfloat16). Without output_shape: out = (in - 1) * stride - pads +
// kernel. Traps: with an output_shape that differs from that size, the indices may be meant for
// either shape; both are admitted.
//        An index that appears twice: any of its elements.
#include "ops/conv/window.h"
#include "ops/elementwise.h"
#include "ops/propose.h"
#include "ops/size_check.h"

namespace assay::ops {
namespace {

Result<Shape> NaturalShape(const Call& call, const Shape& x) {
  const size_t rank = x.size() - 2;
  const std::vector<int64_t> kernel = call.AttrInts("kernel_shape");
  ASSAY_RETURN_IF_ERROR(CheckKernel(kernel, rank));
  ASSAY_ASSIGN(const WindowAttrs attrs, ReadWindowAttrs(call, rank));
  Shape shape{x[0], x[1]};
  for (size_t i = 0; i < rank; ++i) {
    const int64_t size = (std::min(x[i + 2], int64_t{1} << 32) - 1) * attrs.strides[i] -
                         attrs.pads[i] - attrs.pads[rank + i] + kernel[i];
    if (size < 0) return Invalid(StrCat("MaxUnpool gives an axis of size ", size));
    shape.push_back(size);
  }
  return shape;
}

Result<Types> InferMaxUnpool(const InferCall& call) {
  const TensorType &x = call.input(0), &indices = call.input(1);
  if (!x.has_rank) return OneType(x);
  if (x.rank() < 3) return Invalid(StrCat("MaxUnpool takes [N, C, ..], not ", TypeText(x)));
  if (indices.has_rank && !Unify(TensorType(x.dtype, indices.dims), x).has_value())
    return Invalid(StrCat("MaxUnpool of ", TypeText(x), " with indices ", TypeText(indices)));
  Dims dims(static_cast<size_t>(x.rank()), Dim::Unknown());
  dims[0] = x.dims[0];
  dims[1] = x.dims[1];
  if (call.has_input(2)) {
    const auto wanted = call.ConstantInts(2);
    if (!wanted.has_value()) return OneType(TensorType(x.dtype, dims));
    if (wanted->size() != dims.size())
      return Invalid(StrCat("output_shape has ", wanted->size(), " entries for rank ", x.rank()));
    for (size_t i = 0; i < dims.size(); ++i) {
      if ((*wanted)[i] < 0) return Invalid(StrCat("output_shape holds ", (*wanted)[i]));
      dims[i] = Dim::Known((*wanted)[i]);
    }
    return OneType(TensorType(x.dtype, dims));
  }
  const auto shape = x.shape();
  if (!shape.has_value()) return OneType(TensorType(x.dtype, dims));
  ASSAY_ASSIGN(const Shape natural, NaturalShape(call, *shape));
  return OneType(TensorType(x.dtype, natural));
}

// Where flat index `i` of a tensor of shape `from` lies in `to`, or -1 when it lies outside.
int64_t Translate(int64_t i, const Shape& from, const Shape& to) {
  int64_t offset = 0, stride = 1;
  for (size_t d = from.size(); d-- > 0;) {
    const int64_t x = i % from[d];
    i /= from[d];
    if (x >= to[d]) return -1;
    offset += x * stride;
    stride *= to[d];
  }
  return offset;
}

// Elements of x to the places of `indices` in shape `meant`, which lies in the corner of `shape`.
Result<Bounded> Scatter(const Bounded& x, std::span<const int64_t> indices, const Shape& meant,
                        const Shape& shape) {
  Bounded y(x.dtype(), shape);
  std::vector<bool> taken(static_cast<size_t>(y.count()));
  const auto count = CheckedElementCount(meant);
  for (size_t i = 0; i < indices.size(); ++i) {
    if (!count.has_value() || indices[i] < 0 || indices[i] >= *count)
      return Invalid(StrCat("index ", indices[i], " lies outside ", ShapeText(meant)));
    const int64_t at = Translate(indices[i], meant, shape);
    if (at < 0) continue;
    if (taken[static_cast<size_t>(at)])
      y.Widen(at, x, static_cast<int64_t>(i));
    else
      y.set(at, x, static_cast<int64_t>(i));
    taken[static_cast<size_t>(at)] = true;
  }
  return y;
}

Result<Outputs> EvaluateMaxUnpool(const EvalCall& call) {
  const Bounded& x = call.tensor(0);
  ASSAY_ASSIGN(const std::vector<int64_t> indices, call.Ints(1));
  ASSAY_ASSIGN(const Shape natural, NaturalShape(call, x.shape()));
  Shape shape = natural;
  if (call.has_input(2)) {
    ASSAY_ASSIGN(const std::vector<int64_t> wanted, call.Ints(2));
    shape = Shape(wanted.begin(), wanted.end());
    if (shape.size() != natural.size())
      return Invalid(
          StrCat("output_shape has ", shape.size(), " entries for rank ", natural.size()));
  }
  ASSAY_RETURN_IF_ERROR(CheckSize(shape));
  if (shape == natural) return One(Scatter(x, indices, shape, shape));
  ASSAY_RETURN_IF_ERROR(CheckSize(natural));
  auto corner = Scatter(x, indices, natural, shape), direct = Scatter(x, indices, shape, shape);
  if (!corner.ok()) return One(std::move(direct));
  if (!direct.ok()) return One(std::move(corner));
  if (call.adversarial())
    return One(call.adversary()->Chance(0.5) ? std::move(corner) : std::move(direct));
  for (int64_t i = 0; i < corner->count(); ++i) corner->Widen(i, *direct, i);
  return One(std::move(corner));
}

// Indices as MaxPool would give them: one distinct place per element.
std::optional<Proposal> ProposeMaxUnpool(const ProposeCall& call) {
  if (call.rank(0) < 3 || call.rank(0) > 4) return std::nullopt;
  const Shape x = call.shape(0);
  if (ElementCount(x) == 0) return std::nullopt;
  Rng& rng = call.rng;
  const std::vector<int64_t> kernel(x.size() - 2, 2);
  Shape out{x[0], x[1]};
  for (size_t i = 2; i < x.size(); ++i) out.push_back(x[i] * 2);
  const Shape strides = Strides(out);
  std::vector<int64_t> indices;
  for (Odometer it(x, Strides(x)); !it.done(); it.Next()) {
    int64_t at = it.index()[0] * strides[0] + it.index()[1] * strides[1];
    for (size_t d = 2; d < x.size(); ++d) at += (it.index()[d] * 2 + rng.Int(0, 1)) * strides[d];
    indices.push_back(at);
  }
  return Proposal{.attrs = {{"kernel_shape", kernel}, {"strides", kernel}},
                  .constants = {MakeIntTensor(DType::kInt64, x, indices)}};
}

}  // namespace

OpDef MaxUnpoolDef() {
  return {.name = "MaxUnpool",
          .meaning = "puts pooled maxima back to their places",
          .rounding = Rounding::kExact,
          .data_inputs = {1, 1},
          .infer = InferMaxUnpool,
          .evaluate = EvaluateMaxUnpool,
          .propose = ProposeMaxUnpool,
          .open = {{"indices with an output_shape other than the natural one",
                    "ONNX MaxUnpool: does not say which shape the indices are flattened in"},
                   {"an index that appears twice", "ONNX MaxUnpool: no text on repeated indices"}}};
}

}  // namespace assay::ops
