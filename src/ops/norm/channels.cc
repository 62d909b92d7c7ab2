#include "ops/norm/channels.h"

namespace assay::ops {

ChannelLayout LayoutOfChannels(const Shape& shape) {
  ChannelLayout out;
  if (!shape.empty()) out.batch = shape[0];
  if (shape.size() > 1) out.channels = shape[1];
  for (size_t i = 2; i < shape.size(); ++i) out.rest *= shape[i];
  return out;
}

Status CheckVector(const InferCall& call, size_t i, Dim& size) {
  const TensorType& vector = call.input(i);
  if (!vector.has_rank) return {};
  if (vector.rank() != 1)
    return Invalid(StrCat("input ", i, " must be a vector, is ", TypeText(vector)));
  const Dim given = vector.dims[0];
  if (given.known() && size.known() && given.size != size.size)
    return Invalid(StrCat("input ", i, " has ", given.size, " elements, expected are ", size.size));
  if (!size.known() && (given.known() || size.symbol == 0)) size = given;
  return {};
}

Status CheckPerChannel(const InferCall& call, TensorType& x, size_t first, size_t last) {
  if (x.has_rank && x.rank() < 2)
    return Invalid(StrCat("input 0 needs an axis of channels, is ", TypeText(x)));
  Dim channels = x.has_rank ? x.dims[1] : Dim::Unknown();
  for (size_t i = first; i <= last; ++i) ASSAY_RETURN_IF_ERROR(CheckVector(call, i, channels));
  if (x.has_rank) x.dims[1] = channels;
  return {};
}

}  // namespace assay::ops
