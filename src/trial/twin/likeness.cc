#include "trial/twin/likeness.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace assay::trial {
namespace {

using nlohmann::json;
using Number = std::complex<double>;

// Kernels for double precision with constants of single precision exist and are no wrong answers;
// whatever is further off is another number.
constexpr double kRelative = 1e-6;
// Beside the largest number of a result, what is this small is what cancelled out.
constexpr double kAbsolute = 1e-9;
// Where one has next to nothing beside the other, something cancelled out, and what is left is
// rounding of what went in: by a step in single precision, which whole numbers and some constants
// get.
constexpr double kNothing = 1e-3;
constexpr double kOfInputs = 1e-5;
// Moves by chance miss the worst direction, and intermediate results round, too.
constexpr double kAmplified = 1000;
// Allowing more than this part of the largest number means that nothing is compared.
constexpr double kTooMuch = 0.01;

double Real(const json& value) {
  if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
  if (value.is_string()) return std::stod(value.get<std::string>());
  return value.get<double>();
}

std::vector<Number> NumbersOf(const json& told) {
  std::vector<Number> out;
  for (const json& value : told["values"]) out.push_back(NumberOf(value));
  return out;
}

std::vector<int64_t> SizesOf(const json& told) {
  std::vector<int64_t> out;
  for (const json& size : told["shape"])
    if (size != 1) out.push_back(size);
  return out;
}

bool IsTensor(const json& told) { return told.is_object() && told.contains("values"); }
bool IsList(const json& told) { return told.is_object() && told.contains("list"); }
bool Finite(Number x) { return std::isfinite(x.real()) && std::isfinite(x.imag()); }
bool Nan(Number x) { return std::isnan(x.real()) || std::isnan(x.imag()); }

bool Infinite(Number x) { return std::isinf(x.real()) || std::isinf(x.imag()); }

// NaN is NaN, wherever in a complex number. One infinite part makes a complex number infinite, even
// if the other is NaN (C, annex G): whether inf - inf shows there is a matter of fused operations.
bool Identical(Number x, Number y) {
  return x == y || (Nan(x) && Nan(y)) || (Infinite(x) && Infinite(y) && (Nan(x) || Nan(y)));
}

double Largest(const std::vector<Number>& numbers) {
  double out = 0;
  for (const Number& x : numbers)
    if (Finite(x)) out = std::max(out, std::abs(x));
  return out;
}

// How far moved inputs bring each number; nothing when they make another kind of result of it.
std::optional<std::vector<double>> Movement(const std::vector<Number>& numbers,
                                            const std::vector<json>& moved) {
  std::vector<double> out(numbers.size(), 0);
  for (const json& other : moved) {
    if (!IsTensor(other)) return std::nullopt;
    const std::vector<Number> there = NumbersOf(other);
    if (there.size() != numbers.size()) return std::nullopt;
    for (size_t i = 0; i < numbers.size(); ++i) {
      if (Identical(numbers[i], there[i])) continue;
      if (!Finite(numbers[i]) || !Finite(there[i])) return std::nullopt;
      out[i] = std::max(out[i], std::abs(numbers[i] - there[i]));
    }
  }
  return out;
}

Likeness CompareTensors(const TwinResult& a, const TwinResult& b) {
  if (SizesOf(a.result) != SizesOf(b.result)) return Likeness::kIncomparable;
  const std::vector<Number> x = NumbersOf(a.result), y = NumbersOf(b.result);
  const auto x_moves = Movement(x, a.moved), y_moves = Movement(y, b.moved);
  if (x.size() != y.size() || !x_moves || !y_moves) return Likeness::kIncomparable;
  const double largest = std::max(Largest(x), Largest(y));
  bool agree = true, defined = true;
  for (size_t i = 0; i < x.size(); ++i) {
    if (Identical(x[i], y[i])) continue;
    if (!Finite(x[i]) || !Finite(y[i])) {
      defined = false;
      continue;
    }
    const double amplified = kAmplified * ((*x_moves)[i] + (*y_moves)[i]);
    if (amplified > kTooMuch * largest) return Likeness::kIncomparable;
    const double larger = std::max(std::abs(x[i]), std::abs(y[i]));
    const bool cancelled = std::min(std::abs(x[i]), std::abs(y[i])) < kNothing * larger;
    const double allowed = kRelative * larger + kAbsolute * largest + amplified +
                           (cancelled ? kOfInputs * std::max(a.inputs, b.inputs) : 0);
    agree &= std::abs(x[i] - y[i]) <= allowed;
  }
  if (!agree) return Likeness::kDiffer;
  return defined ? Likeness::kAgree : Likeness::kElsewhereUndefined;
}

TwinResult Part(const TwinResult& whole, size_t i) {
  TwinResult out{whole.result["list"][i], {}, whole.inputs};
  for (const json& other : whole.moved)
    out.moved.push_back(IsList(other) && i < other["list"].size() ? other["list"][i] : json());
  return out;
}

}  // namespace

Number NumberOf(const json& value) {
  return value.is_array() ? Number(Real(value[0]), Real(value[1])) : Number(Real(value), 0);
}

double LargestInput(const json& arguments) {
  double out = 0;
  for (const json& argument : arguments) {
    if (IsTensor(argument)) out = std::max(out, Largest(NumbersOf(argument)));
    if (IsList(argument)) out = std::max(out, LargestInput(argument["list"]));
  }
  return out;
}

bool IsResult(const json& told) { return IsTensor(told) || IsList(told); }

Likeness Compare(const TwinResult& a, const TwinResult& b) {
  if (IsTensor(a.result) && IsTensor(b.result)) return CompareTensors(a, b);
  if (!IsList(a.result) || !IsList(b.result)) return Likeness::kIncomparable;
  const size_t count = a.result["list"].size();
  if (count != b.result["list"].size()) return Likeness::kIncomparable;
  Likeness out = Likeness::kAgree;
  for (size_t i = 0; i < count; ++i) {
    const Likeness part = Compare(Part(a, i), Part(b, i));
    if (part == Likeness::kIncomparable) return part;
    if (out != Likeness::kDiffer && part != Likeness::kAgree) out = part;
  }
  return out;
}

}  // namespace assay::trial
