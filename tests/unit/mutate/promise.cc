#include "promise.h"

#include <cmath>
#include <limits>

#include "base/strings.h"

namespace assay::mutate {
namespace {

std::string Text(const Real& x) {
  return StrCat(FormatDouble(x.v), " in [", FormatDouble(x.lo), ", ", FormatDouble(x.hi), "] nan ",
                static_cast<int>(x.nan));
}

bool SameReal(const Real& a, const Real& b) {
  if (a.nan != b.nan) return false;
  return a.nan == Nan::kMust || (a.v == b.v && a.lo == b.lo && a.hi == b.hi);
}

bool Meet(const Real& a, const Real& b) {
  if (a.nan != Nan::kNever && b.nan != Nan::kNever) return true;
  if (a.nan == Nan::kMust || b.nan == Nan::kMust) return false;
  return a.lo <= b.hi && b.lo <= a.hi;
}

std::string BrokenTensor(Promise promise, const Bounded& a, const Bounded& b) {
  if (a.dtype() != b.dtype() || !(a.shape() == b.shape()))
    return StrCat("is ", DTypeName(a.dtype()), ShapeText(a.shape()), " and ", DTypeName(b.dtype()),
                  ShapeText(b.shape()));
  const bool same = promise == Promise::kSameBits;
  for (int64_t i = 0; i < a.count(); ++i) {
    if (a.is_real()) {
      const Real x = a.real(i), y = b.real(i);
      if (same ? SameReal(x, y) : Meet(x, y)) continue;
      return StrCat("element ", i, " is ", Text(x), " and ", Text(y));
    }
    if (a.is_string()) {
      if (a.string(i) != b.string(i)) return StrCat("string ", i, " differs");
      continue;
    }
    const Int x = a.integer(i), y = b.integer(i);
    const bool fine = same ? x.v == y.v && x.lo == y.lo && x.hi == y.hi
                           : (x.lo <= y.hi && y.lo <= x.hi) || a.dtype() == DType::kUint64;
    if (!fine) return StrCat("element ", i, " is ", x.v, " and ", y.v);
  }
  return "";
}

std::string BrokenValue(Promise promise, const Known& a, const Known& b) {
  if (a.kind == Known::Kind::kUndetermined || b.kind == Known::Kind::kUndetermined)
    return promise == Promise::kSameBits && a.kind != b.kind ? "undetermined in one of them" : "";
  if (a.kind != b.kind || a.items.size() != b.items.size()) return "differs in kind or length";
  if (a.is_tensor()) return BrokenTensor(promise, a.tensor, b.tensor);
  for (size_t i = 0; i < a.items.size(); ++i)
    if (std::string text = BrokenValue(promise, a.items[i], b.items[i]); !text.empty()) return text;
  return "";
}

double SpecialValue(DType dtype, Rng& rng) {
  const FloatFormat& format = FormatOf(dtype);
  const double values[] = {std::numeric_limits<double>::quiet_NaN(),
                           std::numeric_limits<double>::infinity(),
                           -std::numeric_limits<double>::infinity(),
                           0.0,
                           -0.0,
                           3 * format.min_subnormal,
                           -format.min_normal / 2,
                           format.max,
                           -1.0,
                           0.5,
                           2.5};
  return values[rng.Int(0, std::size(values) - 1)];
}

}  // namespace

Result<std::vector<Known>> ReferenceOutputs(const ModelCase& test) {
  std::vector<Known> inputs;
  for (const Datum& datum : test.inputs) {
    ASSAY_ASSIGN(Known known, Known::From(datum, {}));
    inputs.push_back(std::move(known));
  }
  ASSAY_ASSIGN(reference::Evaluation evaluation, reference::Evaluate(test.model, inputs));
  return std::move(evaluation.outputs);
}

std::string Broken(Promise promise, const std::vector<Known>& base,
                   const std::vector<Known>& mutant) {
  if (base.size() != mutant.size()) return "the number of outputs differs";
  for (size_t i = 0; i < base.size(); ++i)
    if (std::string text = BrokenValue(promise, base[i], mutant[i]); !text.empty())
      return StrCat("output ", i, " ", text);
  return "";
}

void AddSpecialValues(ModelCase& test, Rng& rng) {
  for (Datum& datum : test.inputs) {
    if (datum.kind != Datum::Kind::kTensor || !IsFloat(datum.tensor.dtype())) continue;
    const Tensor& old = datum.tensor;
    std::vector<std::byte> bytes(old.data(), old.data() + old.byte_size());
    for (int64_t i = 0; i < old.count(); ++i)
      if (rng.Chance(0.25)) StoreReal(old.dtype(), bytes.data(), i, SpecialValue(old.dtype(), rng));
    datum.tensor = Tensor(old.dtype(), old.shape(), std::move(bytes));
  }
}

}  // namespace assay::mutate
