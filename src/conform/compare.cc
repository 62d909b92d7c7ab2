#include "conform/compare.h"

#include <algorithm>
#include <cmath>

#include "base/strings.h"

namespace assay::conform {
namespace {

// How far below the largest element one may lie and count as cancelled.
constexpr double kCancelled = 1e-2;

bool Close(double got, double want) {
  if (std::isnan(got) || std::isnan(want)) return std::isnan(got) && std::isnan(want);
  if (std::isinf(got) || std::isinf(want)) return got == want;
  return std::fabs(got - want) <= kAbsolute + kRelative * std::fabs(want);
}

// `largest` is the largest expected magnitude in the tensor: sums that cancel to nearly nothing (a
// Fourier transform's empty bins) were stored with the rounding noise of their terms.
std::string RealDifference(const Real& got, double want, double largest, DType type) {
  const double rounded = RoundTo(type, got.v);
  if (Close(rounded, want)) return "";
  // An uncertain value of which the expected one is the other neighbour (a tie of a rounding) also
  // agrees.
  const bool narrow =
      got.contains(want) &&
      got.hi - got.lo <=
          kAbsolute + 2 * kRelative * std::max(std::fabs(want), kCancelled * largest);
  const bool neighbour = got.contains(want) && FormatOf(type).precision < 11 &&
                         RoundTo(type, got.lo) <= want && want <= RoundTo(type, got.hi);
  const bool either_nan = std::isnan(want) && got.nan != Nan::kNever;
  if (narrow || neighbour || either_nan) return "";
  return StrCat("expected ", FormatDouble(want), ", got ", FormatDouble(rounded), " in [",
                FormatDouble(got.lo), ", ", FormatDouble(got.hi), "]");
}

std::string IntDifference(const Int& got, int64_t want) {
  if (got.v == want) return "";
  if (got.contains(want) && got.hi - got.lo <= 1) return "";
  return StrCat("expected ", want, ", got ", got.v, " in [", got.lo, ", ", got.hi, "]");
}

Comparison CompareTensors(const Bounded& got, const Tensor& want) {
  Comparison out;
  if (got.dtype() != want.dtype() || !(got.shape() == want.shape())) {
    out.difference = StrCat("expected ", DTypeName(want.dtype()), ShapeText(want.shape()), ", got ",
                            DTypeName(got.dtype()), ShapeText(got.shape()));
    return out;
  }
  double largest = 0;
  for (int64_t i = 0; got.is_real() && i < want.count(); ++i)
    if (std::isfinite(want.RealAt(i))) largest = std::max(largest, std::fabs(want.RealAt(i)));
  for (int64_t i = 0; i < want.count(); ++i) {
    std::string difference;
    if (got.is_real()) {
      difference = RealDifference(got.real(i), want.RealAt(i), largest, got.dtype());
      if (difference.empty() && !got.real(i).contains(want.RealAt(i))) ++out.outside_bound;
    } else if (got.is_string()) {
      if (got.string(i) != want.strings()[static_cast<size_t>(i)])
        difference = StrCat("expected \"", want.strings()[static_cast<size_t>(i)], "\", got \"",
                            got.string(i), "\"");
    } else {
      difference = IntDifference(got.integer(i), want.IntAt(i));
    }
    if (!difference.empty()) {
      out.difference = StrCat("element ", i, ": ", difference);
      return out;
    }
  }
  return out;
}

bool SameKind(Known::Kind got, Datum::Kind want) {
  using Kind = Known::Kind;
  constexpr Kind kKinds[] = {Kind::kTensor, Kind::kSequence, Kind::kOptional, Kind::kMap};
  return got == kKinds[static_cast<size_t>(want)];
}

}  // namespace

Comparison Compare(const Known& result, const Datum& expected) {
  // An optional output may be stored as its bare content.
  if (result.kind == Known::Kind::kOptional && expected.kind != Datum::Kind::kOptional &&
      result.items.size() == 1)
    return Compare(result.items[0], expected);
  if (!SameKind(result.kind, expected.kind))
    return {.difference = "another kind of value (tensor, sequence, optional or map)"};
  if (result.is_tensor()) return CompareTensors(result.tensor, expected.tensor);
  if (result.items.size() != expected.items.size())
    return {.difference =
                StrCat("expected ", expected.items.size(), " items, got ", result.items.size())};
  Comparison out;
  for (size_t i = 0; i < result.items.size(); ++i) {
    const Comparison item = Compare(result.items[i], expected.items[i]);
    out.outside_bound += item.outside_bound;
    if (item.difference.empty()) continue;
    out.difference = StrCat("item ", i, ": ", item.difference);
    return out;
  }
  return out;
}

}  // namespace assay::conform
