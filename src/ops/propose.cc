#include "ops/propose.h"

#include <cmath>

#include "ops/elementwise.h"

namespace assay::ops {

Tensor RandomTensor(Rng& rng, DType dtype, const Shape& shape, double lo, double hi) {
  const int64_t count = ElementCount(shape);
  if (dtype == DType::kString) {
    std::vector<std::string> strings;
    for (int64_t i = 0; i < count; ++i) strings.push_back(StrCat("s", rng.Int(0, 99)));
    return Tensor(shape, std::move(strings));
  }
  std::vector<double> values;
  values.reserve(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    if (dtype == DType::kBool)
      values.push_back(static_cast<double>(rng.Int(0, 1)));
    else if (IsFloat(dtype))
      values.push_back(rng.Chance(0.1) ? std::nearbyint(rng.Real(lo, hi)) : rng.Real(lo, hi));
    else
      values.push_back(static_cast<double>(
          rng.Int(std::max(IntMin(dtype), static_cast<int64_t>(std::ceil(lo))),
                  std::min(IntMax(dtype), static_cast<int64_t>(std::floor(hi))))));
  }
  return MakeTensor(dtype, shape, values);
}

std::optional<Proposal> ProposePlain(const ProposeCall&) { return Proposal{}; }

std::optional<Proposal> ProposeBroadcast(const ProposeCall& call) {
  TensorType all = call.input(0);
  for (const TensorType& input : call.inputs) {
    if (input.dtype != all.dtype) return std::nullopt;
    const auto joined = BroadcastTypes(all, input);
    if (!joined.ok()) return std::nullopt;
    all = *joined;
  }
  return Proposal{};
}

int64_t RandomAxis(Rng& rng, int rank) { return rng.Int(-rank, rank - 1); }

}  // namespace assay::ops
