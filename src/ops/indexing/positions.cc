#include "ops/indexing/positions.h"

namespace assay::ops {
namespace {

// Combinations of uncertain index components beyond this are not worth their hull.
constexpr size_t kMaxCombinations = 4096;

}  // namespace

Result<Positions> PositionsOf(const Int& index, int64_t size, bool negative) {
  const int64_t first = std::max(index.lo, negative ? -size : 0),
                last = std::min(index.hi, size - 1);
  if (first > last) {
    if (index.point())
      return Invalid(StrCat("index ", index.v, " is out of range for an axis of size ", size));
    return Invalid(StrCat("no index in ", index.lo, "..", index.hi,
                          " is in range for an axis of size ", size));
  }
  const auto place = [&](int64_t raw) { return raw < 0 ? raw + size : raw; };
  const int64_t likely = std::clamp(index.v, first, last);
  Positions out = {place(likely)};
  if (first == last) return out;
  // At most `size` different positions, however wide the range.
  const bool all = first < 0 && last >= 0 && last + 1 >= first + size;
  for (int64_t raw = all ? 0 : first; raw <= (all ? size - 1 : last); ++raw)
    if (place(raw) != out[0]) out.push_back(place(raw));
  return out;
}

Result<Positions> OffsetsOf(std::span<const Int> tuple, std::span<const int64_t> sizes,
                            std::span<const int64_t> strides) {
  Positions out = {0};
  for (size_t i = 0; i < tuple.size(); ++i) {
    ASSAY_ASSIGN(const Positions places, PositionsOf(tuple[i], sizes[i]));
    if (out.size() * places.size() > kMaxCombinations)
      return Undetermined("too many elements may be meant by an uncertain index");
    Positions next;
    for (const int64_t offset : out)
      for (const int64_t place : places) next.push_back(offset + place * strides[i]);
    out = std::move(next);
  }
  return out;
}

Status SetEither(Bounded& out, int64_t i, const Bounded& from, int64_t base,
                 const Positions& offsets, int64_t stride) {
  out.set(i, from, base + offsets[0] * stride);
  for (size_t k = 1; k < offsets.size(); ++k) {
    const int64_t j = base + offsets[k] * stride;
    if (!out.is_string())
      out.Widen(i, from, j);
    else if (out.string(i) != from.string(j))
      return Undetermined("which string is taken depends on rounding");
  }
  return {};
}

namespace {

using Wide = __int128;

Wide WideOf(DType type, int64_t x) {
  return type == DType::kUint64 ? static_cast<Wide>(static_cast<uint64_t>(x))
                                : static_cast<Wide>(x);
}

bool AnyUncertainUnsigned64(DType type, std::span<const Int> terms) {
  return type == DType::kUint64 &&
         std::any_of(terms.begin(), terms.end(), [](const Int& t) { return !t.point(); });
}

// True when saturation at an intermediate step could make the order matter.
bool OrderMatters(const EvalCall& call, DType type, size_t terms) {
  return terms > 2 && call.rules().saturating_int8 && BitWidth(type) <= 8 && !call.adversarial();
}

}  // namespace

Int SumOf(const EvalCall& call, DType type, std::span<const Int> terms) {
  if (terms.empty()) return Int::Point(0);
  const IntArith arith = call.int_arith(type);
  if (terms.size() == 1) return terms[0];
  if (terms.size() == 2 || call.adversarial()) {
    Int out = terms[0];
    for (size_t i = 1; i < terms.size(); ++i) out = arith.Add(out, terms[i]);
    return out;
  }
  Wide v = 0, lo = 0, hi = 0, least = 0, most = 0;
  for (const Int& t : terms) {
    v += WideOf(type, t.v);
    lo += WideOf(type, t.lo);
    hi += WideOf(type, t.hi);
    least += std::min<Wide>(0, WideOf(type, t.lo));
    most += std::max<Wide>(0, WideOf(type, t.hi));
  }
  const Int total = arith.Fit(v, lo, hi);
  if (AnyUncertainUnsigned64(type, terms)) return arith.Full(total.v);
  const bool may_overflow = least < IntMin(type) || most > IntMax(type);
  return may_overflow && OrderMatters(call, type, terms.size()) ? arith.Full(total.v) : total;
}

Int ProductOf(const EvalCall& call, DType type, std::span<const Int> terms) {
  const IntArith arith = call.int_arith(type);
  Int out = Int::Point(1);
  double largest = 1;
  for (size_t i = 0; i < terms.size(); ++i) {
    out = i == 0 ? terms[0] : arith.Mul(out, terms[i]);
    const double magnitude = std::max(std::fabs(static_cast<double>(WideOf(type, terms[i].lo))),
                                      std::fabs(static_cast<double>(WideOf(type, terms[i].hi))));
    largest *= std::max(1.0, magnitude);
  }
  if (AnyUncertainUnsigned64(type, terms)) return arith.Full(out.v);
  const bool may_overflow = largest > static_cast<double>(IntMax(type));
  return may_overflow && OrderMatters(call, type, terms.size()) ? arith.Full(out.v) : out;
}

Real SumOf(const Arith& arith, std::span<const Real> terms) {
  if (terms.empty()) return Real::Point(0);
  if (terms.size() == 1) return terms[0];
  return terms.size() == 2 ? arith.Add(terms[0], terms[1]) : arith.Sum(terms);
}

Real ProductOf(const Arith& arith, std::span<const Real> terms) {
  if (terms.empty()) return Real::Point(1);
  if (terms.size() == 1) return terms[0];
  return terms.size() == 2 ? arith.Mul(terms[0], terms[1]) : arith.Product(terms);
}

Tensor RandomIndices(Rng& rng, const Shape& shape, int64_t size, bool negative, bool int64_only) {
  std::vector<int64_t> values;
  for (int64_t i = ElementCount(shape); i > 0; --i)
    values.push_back(rng.Int(negative ? -size : 0, size - 1));
  return MakeIntTensor(int64_only || rng.Chance(0.6) ? DType::kInt64 : DType::kInt32, shape,
                       values);
}

}  // namespace assay::ops
