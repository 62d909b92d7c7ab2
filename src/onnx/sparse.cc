#include "onnx/sparse.h"

#include <cstring>

#include "base/strings.h"
#include "onnx/tensors.h"
#include "onnx/types.h"

namespace assay::onnxio {
namespace {

// Row-major position of each stored value: given directly (rank 1) or as index tuples (rank 2).
Result<std::vector<int64_t>> Positions(const Tensor& indices, const Shape& shape, int64_t stored) {
  const auto rank = static_cast<int64_t>(shape.size());
  const bool linear = indices.rank() == 1;
  const Shape wanted = linear ? Shape{stored} : Shape{stored, rank};
  if (indices.dtype() != DType::kInt64 || !(indices.shape() == wanted))
    return Invalid(StrCat("indices are ", DTypeName(indices.dtype()), ShapeText(indices.shape()),
                          "; they must be int64[", stored, "] or int64[", stored, ",", rank, "]"));
  const auto given = indices.as<int64_t>();
  std::vector<int64_t> positions;
  positions.reserve(static_cast<size_t>(stored));
  const int64_t count = ElementCount(shape);
  for (int64_t i = 0; i < stored; ++i) {
    int64_t position = linear ? given[static_cast<size_t>(i)] : 0;
    for (int64_t axis = 0; !linear && axis < rank; ++axis) {
      const int64_t index = given[static_cast<size_t>(i * rank + axis)];
      const int64_t size = shape[static_cast<size_t>(axis)];
      if (index < 0 || index >= size)
        return Invalid(
            StrCat("index ", index, " of value ", i, " is outside axis ", axis, " of size ", size));
      position = position * size + index;
    }
    if (position < 0 || position >= count)
      return Invalid(
          StrCat("index ", position, " of value ", i, " is outside ", count, " elements"));
    if (!positions.empty() && position <= positions.back())
      return Invalid(StrCat("indices are not in ascending order at value ", i));
    positions.push_back(position);
  }
  return positions;
}

}  // namespace

Result<Tensor> ReadSparseTensor(onnx::SparseTensorProto& proto, ReadContext& context) {
  ASSAY_ASSIGN(const Shape shape, ReadShape(proto.dims()));
  ASSAY_ASSIGN(const Tensor values, ReadTensor(*proto.mutable_values(), context));
  if (values.dtype() == DType::kString)
    return Unsupported("sparse tensors of strings are not supported");
  if (values.rank() != 1)
    return Invalid(
        StrCat("sparse values have shape ", ShapeText(values.shape()), "; they must have rank 1"));
  if (shape.empty()) return Invalid("a sparse tensor needs at least one axis");
  std::vector<int64_t> positions;
  if (proto.has_indices()) {
    ASSAY_ASSIGN(const Tensor indices, ReadTensor(*proto.mutable_indices(), context));
    ASSAY_ASSIGN(positions, Positions(indices, shape, values.count()));
  } else if (values.count() != 0) {
    return Invalid("a sparse tensor has values but no indices");
  }

  const auto count = static_cast<uint64_t>(ElementCount(shape));
  const size_t size = StorageBytes(values.dtype());
  if (count > context.dense_bytes / size)
    return Invalid(StrCat("sparse tensor of shape ", ShapeText(shape), " would take ", count, " x ",
                          size, " bytes when stored densely; ", context.dense_bytes,
                          " are left to this model"));
  context.dense_bytes -= count * size;
  std::vector<std::byte> bytes(count * size);
  for (size_t i = 0; i < positions.size(); ++i)
    std::memcpy(bytes.data() + static_cast<size_t>(positions[i]) * size, values.data() + i * size,
                size);
  return Tensor(values.dtype(), shape, std::move(bytes));
}

}  // namespace assay::onnxio
