#include "mirror/pairs/narrow.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <optional>

namespace assay::mirror::pairs {
namespace {

using nlohmann::json;
using trial::NumberOf;
using Number = std::complex<double>;

// As for the oracle `precision` of assay judge: a stable algorithm on a few dozen numbers, and
// moves that miss the worst direction.
constexpr double kFactor = 1000;
constexpr double kVisible = 0.01;
// Of the largest number of the result: what is this small beside it has cancelled out.
constexpr double kOfLargest = 100;

struct Type {
  const char* name;
  double unit, largest, smallest;
};
constexpr Type kTypes[] = {{"float32", 0x1p-23, 0x1.fffffep127, 0x1p-126},
                           {"complex64", 0x1p-23, 0x1.fffffep127, 0x1p-126},
                           {"float16", 0x1p-10, 65504, 0x1p-14},
                           {"bfloat16", 0x1p-7, 0x1.fep127, 0x1p-126}};

const Type* FindType(const json& tensor) {
  const std::string name = tensor.value("type", "");
  for (const Type& type : kTypes)
    if (name == type.name) return &type;
  return nullptr;
}

bool Finite(Number x) { return std::isfinite(x.real()) && std::isfinite(x.imag()); }
bool Nan(Number x) { return std::isnan(x.real()) || std::isnan(x.imag()); }
bool Same(Number x, Number y) { return x == y || (Nan(x) && Nan(y)); }
double Size(Number x) { return std::max(std::abs(x.real()), std::abs(x.imag())); }

bool IsTensor(const json& told) { return told.is_object() && told.contains("values"); }
bool IsList(const json& told) { return told.is_object() && told.contains("list"); }

// How far nudged inputs bring a number; nothing when they make another kind of number of it.
std::optional<double> Noise(Number exact, size_t at, const std::vector<const json*>& nudged) {
  double out = 0;
  for (const json* other : nudged) {
    if (!IsTensor(*other) || (*other)["values"].size() <= at) return std::nullopt;
    const Number there = NumberOf((*other)["values"][at]);
    if (Same(exact, there)) continue;
    if (!Finite(exact) || !Finite(there)) return std::nullopt;
    out = std::max(out, std::abs(there - exact));
  }
  return out;
}

Narrow JudgeNumber(Number got, Number exact, double noise, double largest, const Type& type) {
  if (!Finite(exact)) return Same(got, exact) || !Finite(got) ? Narrow::kFine : Narrow::kWrong;
  if (Size(exact) > type.largest / 4) return Narrow::kFine;
  if (!Finite(got)) return Narrow::kOverflow;
  const double error = std::abs(got - exact);
  // Subnormal numbers may be flushed to zero, also within.
  const double allowed = kFactor * (noise + type.unit * std::abs(exact)) +
                         kOfLargest * type.unit * largest + kFactor * type.smallest;
  if (error <= allowed) return Narrow::kFine;
  return error > kVisible * std::abs(exact) ? Narrow::kWrong : Narrow::kImprecise;
}

Narrow Worse(Narrow a, Narrow b) {
  if (a == Narrow::kUnclear || b == Narrow::kUnclear) return Narrow::kUnclear;
  return std::max(a, b);
}

Narrow JudgeTensor(const json& narrow, const json& wide, const std::vector<const json*>& nudged) {
  const Type* type = FindType(narrow);
  if (narrow["values"].size() != wide["values"].size()) return Narrow::kUnclear;
  double largest = 0;
  for (const json& value : wide["values"])
    if (const Number x = NumberOf(value); Finite(x)) largest = std::max(largest, std::abs(x));
  Narrow out = Narrow::kFine;
  for (size_t i = 0; i < wide["values"].size(); ++i) {
    const Number got = NumberOf(narrow["values"][i]), exact = NumberOf(wide["values"][i]);
    const auto noise = Noise(exact, i, nudged);
    if (!noise) continue;
    if (type != nullptr)
      out = Worse(out, JudgeNumber(got, exact, *noise, largest, *type));
    else if (*noise == 0 && !Same(got, exact) && narrow.value("type", "") == wide.value("type", ""))
      out = Narrow::kWrong;  // whole numbers and flags do not round
  }
  return out;
}

Narrow JudgeAny(const json& narrow, const json& wide, const std::vector<const json*>& nudged) {
  if (IsTensor(narrow) && IsTensor(wide)) return JudgeTensor(narrow, wide, nudged);
  if (!IsList(narrow) || !IsList(wide) || narrow["list"].size() != wide["list"].size())
    return Narrow::kUnclear;
  Narrow out = Narrow::kFine;
  for (size_t i = 0; i < wide["list"].size(); ++i) {
    static const json kNothing;
    std::vector<const json*> parts;
    for (const json* other : nudged)
      parts.push_back(IsList(*other) && i < (*other)["list"].size() ? &(*other)["list"][i]
                                                                    : &kNothing);
    out = Worse(out, JudgeAny(narrow["list"][i], wide["list"][i], parts));
  }
  return out;
}

}  // namespace

Narrow JudgeNarrow(const TwinAnswer& own, const TwinAnswer& other) {
  std::vector<const json*> nudged;
  for (const json& one : own.nudged) nudged.push_back(&one);
  for (const json& one : other.nudged) nudged.push_back(&one);
  return JudgeAny(own.narrow, own.wide.result, nudged);
}

}  // namespace assay::mirror::pairs
