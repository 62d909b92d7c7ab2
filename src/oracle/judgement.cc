#include "oracle/judgement.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/strings.h"
#include "bound/summary.h"

namespace assay::oracle {
namespace {

using assay::BoundOf;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::string TypeOf(DType type, const Shape& shape) {
  return StrCat(DTypeName(type), ShapeText(shape));
}

// b - a, rounded once: doubles tell neighbours apart below 2^53 only.
double Distance(int64_t a, int64_t b) {
  if (b < a) return -Distance(b, a);
  return static_cast<double>(static_cast<uint64_t>(b) - static_cast<uint64_t>(a));
}

double BoundOf(const Int& truth) {
  return std::max(Distance(truth.v, truth.hi), Distance(truth.lo, truth.v));
}

// How far `got` lies outside; 0 inside.
double Excess(const Real& truth, double got) {
  if (truth.contains(got)) return 0;
  if (std::isnan(got) || truth.nan == Nan::kMust) return kInfinity;
  if (truth.ends && truth.lo < got && got < truth.hi)
    return std::min(got - truth.lo, truth.hi - got);
  return got < truth.lo ? truth.lo - got : got - truth.hi;
}

double Excess(const Int& truth, int64_t got) {
  if (truth.contains(got)) return 0;
  if (truth.ends && truth.lo < got && got < truth.hi)
    return std::min(Distance(truth.lo, got), Distance(got, truth.hi));
  return got < truth.lo ? Distance(got, truth.lo) : Distance(truth.hi, got);
}

// One element as both kinds of tensor show it.
struct Element {
  double got, truth, lo, hi, bound, excess, error;
  bool undetermined, ends;
};

bool AdmitsAll(const Int& truth, DType type) {
  return !truth.point() && !truth.ends && truth.lo <= IntMin(type) && truth.hi >= IntMax(type);
}

Element ElementAt(const Bounded& bounds, const Tensor& got, int64_t i) {
  if (bounds.is_real()) {
    const Real truth = bounds.real(i);
    const double y = got.RealAt(i);
    const double middle = truth.nan == Nan::kMust ? std::nan("") : truth.v;
    return {y,
            middle,
            truth.lo,
            truth.hi,
            BoundOf(truth),
            Excess(truth, y),
            std::fabs(y - middle),
            truth.undetermined(),
            truth.ends};
  }
  const Int truth = bounds.integer(i);
  const int64_t y = got.IntAt(i);
  return {static_cast<double>(y),
          static_cast<double>(truth.v),
          static_cast<double>(truth.lo),
          static_cast<double>(truth.hi),
          BoundOf(truth),
          Excess(truth, y),
          std::fabs(Distance(truth.v, y)),
          AdmitsAll(truth, got.dtype()),
          truth.ends};
}

double Ratio(const Element& e) {
  if (!(e.error > 0)) return 0;
  return e.bound > 0 ? e.error / e.bound : kInfinity;
}

void Show(const Element& e, int64_t i, Judgement& out) {
  out.has_worst = true;
  out.worst_index = i;
  out.got = e.got;
  out.truth = e.truth;
  out.lo = e.lo;
  out.hi = e.hi;
  out.ends = e.ends;
  out.bound = e.bound;
  out.excess = e.excess;
}

void JudgeStrings(const Bounded& bounds, const Tensor& got, Judgement& out) {
  for (int64_t i = 0; i < got.count(); ++i) {
    const std::string& text = got.strings()[static_cast<size_t>(i)];
    if (bounds.string(i) == text) continue;
    out.verdict = Verdict::kWrong;
    out.worst_index = i;
    out.note = StrCat("element ", i, ": expected \"", bounds.string(i), "\", got \"", text, "\"");
    return;
  }
}

// A unit in the last place of numbers of this size, or of the smallest normal one.
double UnitOf(DType dtype, double size) {
  const FloatFormat& format = FormatOf(dtype);
  return 2 * format.unit * std::max(std::fabs(size), format.min_normal);
}

bool OutsideStrict(const Known* strict, const Tensor& got, Judgement& out) {
  if (strict == nullptr || !strict->is_tensor() || !strict->tensor.is_real() ||
      strict->tensor.dtype() != got.dtype() || !(strict->tensor.shape() == got.shape()))
    return false;
  bool outside = false;
  for (int64_t i = 0; i < got.count(); ++i) {
    const Real bound = strict->tensor.real(i);
    const double y = got.RealAt(i), excess = Excess(bound, y);
    outside = outside || excess > 0;
    if (excess > 0 && std::isfinite(excess))
      out.beyond_strict = std::max(out.beyond_strict, excess / UnitOf(got.dtype(), bound.v));
  }
  return outside;
}

bool IsWide(DType dtype) { return dtype == DType::kInt64 || dtype == DType::kUint64; }

// Whether an integer that is wrong is what 32 bits hold of the truth.
bool KeepsLowBits(const Int& truth, int64_t got) {
  constexpr double kBeyond = 4294967296.0;
  return truth.point() && std::fabs(Distance(truth.v, got)) >= kBeyond &&
         static_cast<uint32_t>(truth.v) == static_cast<uint32_t>(got);
}

void JudgeTensor(const Bounded& bounds, const Known* strict, const Tensor& got, Judgement& out) {
  if (bounds.dtype() != got.dtype() || !(bounds.shape() == got.shape())) {
    out.verdict = Verdict::kWrong;
    out.excess = kInfinity;
    out.other_type = true;
    out.note = StrCat("expected ", TypeOf(bounds.dtype(), bounds.shape()), ", got ",
                      TypeOf(got.dtype(), got.shape()));
    return;
  }
  if (bounds.is_string()) return JudgeStrings(bounds, got, out);
  double size = 0, ratio = -1;
  bool all_undetermined = got.count() > 0;
  out.low_bits = IsWide(got.dtype());
  for (int64_t i = 0; i < got.count(); ++i) {
    const Element e = ElementAt(bounds, got, i);
    all_undetermined = all_undetermined && e.undetermined;
    if (std::isfinite(e.truth)) size = std::max(size, std::fabs(e.truth));
    if (std::isfinite(e.got) && std::isfinite(e.truth)) {
      out.max_error = std::max(out.max_error, e.error);
      if (bounds.is_real() && e.error > 0)
        out.units = std::max(out.units, e.error / UnitOf(got.dtype(), e.truth));
    }
    out.max_bound = std::max(out.max_bound, e.bound);
    if (out.low_bits && e.excess > 0 && !KeepsLowBits(bounds.integer(i), got.IntAt(i)))
      out.low_bits = false;
    if (e.excess > out.excess) {
      out.verdict = Verdict::kWrong;
      Show(e, i, out);
    } else if (out.verdict != Verdict::kWrong && Ratio(e) > ratio) {
      ratio = Ratio(e);
      Show(e, i, out);
    }
  }
  out.low_bits = out.low_bits && out.verdict == Verdict::kWrong;
  out.looseness = out.max_bound == 0 ? 0 : size == 0 ? 1 : out.max_bound / size;
  if (out.verdict == Verdict::kWrong) return;
  if (all_undetermined)
    out.verdict = Verdict::kUndetermined;
  else if (OutsideStrict(strict, got, out))
    out.verdict = Verdict::kSuspicious;
}

bool SameKind(Known::Kind known, Datum::Kind got) {
  switch (got) {
    case Datum::Kind::kTensor:
      return known == Known::Kind::kTensor;
    case Datum::Kind::kSequence:
      return known == Known::Kind::kSequence;
    case Datum::Kind::kOptional:
      return known == Known::Kind::kOptional;
    case Datum::Kind::kMap:
      return known == Known::Kind::kMap;
  }
  return false;
}

int Severity(Verdict verdict) {
  switch (verdict) {
    case Verdict::kWrong:
      return 3;
    case Verdict::kSuspicious:
      return 2;
    case Verdict::kUndetermined:
      return 1;
    case Verdict::kOk:
      break;
  }
  return 0;
}

}  // namespace

std::string_view VerdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kOk:
      return "ok";
    case Verdict::kSuspicious:
      return "suspicious";
    case Verdict::kWrong:
      return "wrong";
    case Verdict::kUndetermined:
      return "undetermined";
  }
  return "?";
}

Judgement Judge(const std::string& name, const Known& lenient, const Known* strict,
                const Datum& got) {
  Judgement out;
  out.name = name;
  if (lenient.kind == Known::Kind::kUndetermined || lenient.kind == Known::Kind::kNothing) {
    out.verdict = Verdict::kUndetermined;
    out.looseness = 1;
    return out;
  }
  // An optional may be given out as its bare content, and the other way round.
  if (lenient.kind == Known::Kind::kOptional && got.kind != Datum::Kind::kOptional &&
      lenient.items.size() == 1)
    return Judge(name, lenient.items[0], nullptr, got);
  if (!SameKind(lenient.kind, got.kind) || lenient.items.size() != got.items.size()) {
    out.verdict = Verdict::kWrong;
    out.excess = kInfinity;
    out.other_type = true;
    out.note = SameKind(lenient.kind, got.kind)
                   ? StrCat("expected ", lenient.items.size(), " items, got ", got.items.size())
                   : "another kind of value (tensor, sequence, optional or map)";
    return out;
  }
  if (lenient.is_tensor()) {
    JudgeTensor(lenient.tensor, strict, got.tensor, out);
    return out;
  }
  for (size_t i = 0; i < got.items.size(); ++i) {
    const bool comparable = strict != nullptr && strict->items.size() == got.items.size();
    Judgement item =
        Judge(name, lenient.items[i], comparable ? &strict->items[i] : nullptr, got.items[i]);
    if (i > 0 && Severity(item.verdict) <= Severity(out.verdict)) continue;
    item.note = StrCat("item ", i, item.note.empty() ? "" : ": ", item.note);
    out = std::move(item);
  }
  return out;
}

}  // namespace assay::oracle
