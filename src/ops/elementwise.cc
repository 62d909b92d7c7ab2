#include "ops/elementwise.h"

namespace assay::ops {

Result<Types> InferSame(const InferCall& call) { return OneType(call.input(0)); }

Result<TensorType> BroadcastTypes(const TensorType& a, const TensorType& b) {
  TensorType out(a.dtype);
  if (!a.has_rank || !b.has_rank) return out;
  const size_t rank = std::max(a.dims.size(), b.dims.size());
  out.has_rank = true;
  for (size_t i = 0; i < rank; ++i) {
    const Dim x = i < rank - a.dims.size() ? Dim::Known(1) : a.dims[i - (rank - a.dims.size())];
    const Dim y = i < rank - b.dims.size() ? Dim::Known(1) : b.dims[i - (rank - b.dims.size())];
    if (x.known() && y.known() && x.size != y.size && x.size != 1 && y.size != 1)
      return Invalid(StrCat(TypeText(a), " and ", TypeText(b), " do not broadcast"));
    if (x == y)
      out.dims.push_back(x);
    else if (x.known() && x.size != 1)
      out.dims.push_back(x);  // the other side is 1 or must turn out equal
    else if (y.known() && y.size != 1)
      out.dims.push_back(y);
    else if (x.known())
      out.dims.push_back(y);  // x is 1
    else if (y.known())
      out.dims.push_back(x);
    else
      out.dims.push_back(Dim::Unknown());
  }
  return out;
}

namespace {

Result<Types> Broadcast(const InferCall& call, DType result) {
  TensorType out = call.input(0);
  for (size_t i = 1; i < call.input_count(); ++i) {
    ASSAY_ASSIGN(out, BroadcastTypes(out, call.input(i)));
  }
  out.dtype = result;
  return OneType(out);
}

}  // namespace

Result<Types> InferBroadcast(const InferCall& call) { return Broadcast(call, call.dtype(0)); }
Result<Types> InferBroadcastBool(const InferCall& call) { return Broadcast(call, DType::kBool); }

std::vector<int64_t> BroadcastMap(const Shape& from, const Shape& out) {
  if (from == out) return {};
  std::vector<int64_t> map;
  map.reserve(static_cast<size_t>(ElementCount(out)));
  for (Odometer it(out, BroadcastStrides(from, out)); !it.done(); it.Next())
    map.push_back(it.offset());
  return map;
}

}  // namespace assay::ops
