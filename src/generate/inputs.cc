#include "generate/inputs.h"

#include "base/strings.h"
#include "ops/op.h"

namespace assay::generate {
namespace {

constexpr int64_t kSizeOfUnknownDim = 2;
constexpr int64_t kLargestInputInteger = 3;

Result<Datum> RandomTensorDatum(const TensorType& type, Rng& rng) {
  Shape shape;
  for (const Dim& dim : type.dims) shape.push_back(dim.known() ? dim.size : kSizeOfUnknownDim);
  const auto count = CheckedElementCount(shape);
  if (!count.has_value() || *count > ops::kMaxElements)
    return Unsupported(StrCat("a tensor of shape ", ShapeText(shape), " is too large"));
  if (type.dtype == DType::kUndefined || IsComplex(type.dtype))
    return Unsupported(StrCat("cannot make up values of type ", DTypeName(type.dtype)));
  if (type.dtype == DType::kString) {
    std::vector<std::string> strings;
    for (int64_t i = 0; i < *count; ++i) strings.push_back(StrCat("s", rng.Int(0, 9)));
    return Datum(Tensor(shape, std::move(strings)));
  }
  std::vector<std::byte> bytes(static_cast<size_t>(*count) * StorageBytes(type.dtype));
  for (int64_t i = 0; i < *count; ++i) {
    if (IsFloat(type.dtype))
      StoreReal(type.dtype, bytes.data(), i, rng.Normal());
    else
      StoreInt(type.dtype, bytes.data(), i,
               rng.Int(0, std::min(kLargestInputInteger, IntMax(type.dtype))));
  }
  return Datum(Tensor(type.dtype, shape, std::move(bytes)));
}

}  // namespace

Result<Datum> RandomDatum(const ValueType& type, Rng& rng) {
  switch (type.kind) {
    case ValueType::Kind::kTensor:
      return RandomTensorDatum(type.tensor, rng);
    case ValueType::Kind::kSequence: {
      std::vector<Datum> items;
      for (int i = 0; i < 2; ++i) {
        ASSAY_ASSIGN(items.emplace_back(), RandomDatum(*type.element, rng));
      }
      return Datum::Sequence(std::move(items));
    }
    case ValueType::Kind::kOptional: {
      ASSAY_ASSIGN(Datum content, RandomDatum(*type.element, rng));
      return Datum::Optional(std::move(content));
    }
    default:
      return Unsupported(StrCat("cannot make up a value of type ", TypeText(type)));
  }
}

Result<std::vector<Datum>> RandomInputs(const Graph& graph, Rng& rng) {
  std::vector<Datum> inputs;
  for (const ValueId id : graph.inputs) {
    if (graph.initializer(id) != nullptr) {
      inputs.emplace_back(*graph.initializer(id));
      continue;
    }
    auto datum = RandomDatum(graph.type(id), rng);
    if (!datum.ok())
      return Error{datum.error().kind,
                   StrCat("input '", graph.name_of(id), "': ", datum.error().message)};
    inputs.push_back(std::move(datum).value());
  }
  return inputs;
}

}  // namespace assay::generate
