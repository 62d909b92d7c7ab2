// GatherND: picks slices of `data` named by index tuples.
//
//   out[b.., i.., s..] = data[b.., indices[b.., i.., :], s..]
//
// Spec:  ONNX opsets 11, 12 (batch_dims), 13. The last size of `indices` is the length of the
// tuples. Traps: tuples may be shorter than the rank; the first batch_dims sizes of both inputs are
// equal.
#include "ops/indexing/positions.h"
#include "ops/propose.h"

namespace assay::ops {
namespace {

// The result's dims, given both inputs' dims; the tuple length must be known.
Result<Dims> ResultDims(const TensorType& data, const TensorType& indices, int64_t batch) {
  if (data.rank() < 1 || indices.rank() < 1)
    return Invalid("data and indices must have a rank of at least 1");
  if (batch < 0 || batch >= std::min(data.rank(), indices.rank()))
    return Invalid(
        StrCat("batch_dims ", batch, " does not fit ", TypeText(data), " and ", TypeText(indices)));
  const int64_t tuple = indices.dims.back().size;
  if (tuple < 1 || tuple > data.rank() - batch)
    return Invalid(StrCat("index tuples of length ", tuple, " do not fit ", TypeText(data)));
  Dims out;
  for (size_t i = 0; i + 1 < indices.dims.size(); ++i) {
    Dim dim = indices.dims[i];
    if (i < static_cast<size_t>(batch) && data.dims[i].known()) {
      if (dim.known() && dim.size != data.dims[i].size)
        return Invalid(
            StrCat("batch sizes of ", TypeText(data), " and ", TypeText(indices), " differ"));
      dim = data.dims[i];
    }
    out.push_back(dim);
  }
  for (size_t i = static_cast<size_t>(batch + tuple); i < data.dims.size(); ++i)
    out.push_back(data.dims[i]);
  return out;
}

Result<Types> InferGatherND(const InferCall& call) {
  const TensorType &data = call.input(0), &indices = call.input(1);
  if (!data.has_rank || !indices.has_rank) return OneType(TensorType(data.dtype));
  if (indices.rank() >= 1 && !indices.dims.back().known()) return OneType(TensorType(data.dtype));
  ASSAY_ASSIGN(const Dims dims, ResultDims(data, indices, call.AttrInt("batch_dims", 0)));
  return OneType(TensorType(data.dtype, dims));
}

int64_t Product(const Shape& shape, size_t first, size_t last) {
  int64_t out = 1;
  for (size_t i = first; i < last; ++i) out *= shape[i];
  return out;
}

Result<Outputs> EvaluateGatherND(const EvalCall& call) {
  const Bounded &data = call.tensor(0), &indices = call.tensor(1);
  const int64_t batch = call.AttrInt("batch_dims", 0);
  ASSAY_ASSIGN(const Dims dims, ResultDims(TensorType(data.dtype(), data.shape()),
                                           TensorType(data.dtype(), indices.shape()), batch));
  Shape shape;
  for (const Dim& dim : dims) shape.push_back(dim.size);
  ASSAY_ASSIGN(Bounded out, NewTensor(data.dtype(), shape));
  const auto b = static_cast<size_t>(batch), length = static_cast<size_t>(indices.shape().back());
  const Shape strides = Strides(data.shape());
  const int64_t batches = Product(indices.shape(), 0, b),
                per_batch = Product(indices.shape(), b, indices.shape().size() - 1);
  const int64_t slice = Product(data.shape(), b + length, data.shape().size()),
                batch_stride = Product(data.shape(), b, data.shape().size());
  std::vector<Int> tuple(length);
  for (int64_t i = 0; i < batches * per_batch; ++i) {
    for (size_t k = 0; k < length; ++k)
      tuple[k] = indices.integer(i * static_cast<int64_t>(length) + static_cast<int64_t>(k));
    ASSAY_ASSIGN(const Positions at, OffsetsOf(tuple, std::span(data.shape().begin() + b, length),
                                               std::span(strides.begin() + b, length)));
    for (int64_t k = 0; k < slice; ++k)
      ASSAY_RETURN_IF_ERROR(
          SetEither(out, i * slice + k, data, i / per_batch * batch_stride + k, at, 1));
  }
  return One(std::move(out));
}

std::optional<Proposal> ProposeGatherND(const ProposeCall& call) {
  const int rank = call.rank(0);
  const Shape data = call.shape(0);
  if (rank == 0 || ElementCount(data) == 0) return std::nullopt;
  const int64_t batch = call.opset >= 12 ? call.rng.Int(0, std::min(1, rank - 1)) : 0;
  const int64_t length = call.rng.Int(1, rank - batch);
  Shape shape;
  for (int64_t i = 0; i < batch; ++i) shape.push_back(data[static_cast<size_t>(i)]);
  for (int64_t i = call.rng.Int(0, 2); i > 0; --i) shape.push_back(call.rng.Int(1, 3));
  shape.push_back(length);
  std::vector<int64_t> values;
  for (int64_t i = 0; i < ElementCount(shape); ++i) {
    const int64_t size = data[static_cast<size_t>(batch + i % length)];
    values.push_back(call.rng.Int(-size, size - 1));
  }
  Proposal out{.constants = {MakeIntTensor(DType::kInt64, shape, values)}};
  if (batch > 0) out.attrs.Set("batch_dims", batch);
  return out;
}

}  // namespace

OpDef GatherNDDef() {
  return {.name = "GatherND",
          .meaning = "picks slices named by index tuples",
          .infer = InferGatherND,
          .evaluate = EvaluateGatherND,
          .propose = ProposeGatherND};
}

}  // namespace assay::ops
