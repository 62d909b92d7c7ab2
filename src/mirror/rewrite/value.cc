#include "mirror/rewrite/value.h"

#include <algorithm>
#include <array>

namespace assay::mirror {

bool IsFloating(const std::string& dtype) {
  return dtype.starts_with("float") || dtype == "bfloat16";
}
bool IsComplexType(const std::string& dtype) { return dtype.starts_with("complex"); }
bool IsIntegral(const std::string& dtype) {
  return dtype.starts_with("int") || dtype.starts_with("uint");
}

Value Merge(const Value& a, const Value& b) {
  if (a.kind != b.kind) {
    Value out;
    const auto joins = [](const Value& one) {
      return one.number() || one.is(Value::Kind::kTensor) || one.is(Value::Kind::kUnknown);
    };
    out.loose = a.loose || b.loose || ((a.number() || b.number()) && joins(a) && joins(b));
    return out;
  }
  Value out = a;
  if (a.dtype != b.dtype) out.dtype.clear();
  if (a.path != b.path) out.path.clear();
  out.functions.insert(b.functions.begin(), b.functions.end());
  out.scalar = a.scalar && b.scalar;
  out.leaf = a.leaf || b.leaf;
  out.dense = a.dense && b.dense;
  if (a.rank != b.rank) out.rank = -1;
  out.changes_input = a.changes_input || b.changes_input;
  out.loose = a.loose || b.loose;
  if (a.items.size() != b.items.size()) {
    out.items.clear();
  } else {
    for (size_t i = 0; i < a.items.size(); ++i) out.items[i] = Merge(a.items[i], b.items[i]);
  }
  if (a.choices != b.choices) out.choices.clear();
  return out;
}

Value ElementOf(const Value& over) {
  Value out;
  if (over.is(Value::Kind::kTensor)) out = Of(Value::Kind::kTensor, over.dtype);
  if (!over.items.empty()) out = over.items[0];
  for (const Value& one : over.items) out = Merge(out, one);
  out.choices = over.choices;
  return out;
}

std::string Promote(const std::string& a, const std::string& b) {
  if (a == b || b.empty()) return a == b ? a : "";
  if (a.empty()) return "";
  // From narrow to wide; types that stand beside each other need more than an order.
  static constexpr std::array kOrder = {"bool",    "uint8",   "int8",      "int16",
                                        "int32",   "int64",   "float16",   "bfloat16",
                                        "float32", "float64", "complex64", "complex128"};
  const auto place = [](const std::string& dtype) {
    return std::ranges::find(kOrder, dtype) - kOrder.begin();
  };
  const auto left = place(a), right = place(b);
  if (left == std::ssize(kOrder) || right == std::ssize(kOrder)) return "";
  const std::string wide = kOrder[std::max(left, right)], narrow = kOrder[std::min(left, right)];
  if (wide == "int8" && narrow == "uint8") return "int16";
  if (wide == "bfloat16" && narrow == "float16") return "float32";
  if (wide == "complex64" && narrow == "float64") return "complex128";
  return wide;
}

bool IsNumeric(const Value& value) {
  if (value.number()) return true;
  return value.is(Value::Kind::kSequence) && !value.items.empty() &&
         std::ranges::all_of(value.items, IsNumeric);
}

std::string NumericType(const Value& value) {
  if (value.is(Value::Kind::kInteger)) return "int";
  if (value.is(Value::Kind::kFloat)) return "float";
  if (value.is(Value::Kind::kComplex)) return "complex";
  if (value.is(Value::Kind::kBool)) return "bool";
  if (!value.is(Value::Kind::kSequence)) return "";
  static const std::vector<std::string> kOrder = {"bool", "int", "float", "complex"};
  size_t widest = 0;
  for (const Value& item : value.items) {
    const auto found = std::ranges::find(kOrder, NumericType(item));
    if (found == kOrder.end()) return "";
    widest = std::max<size_t>(widest, found - kOrder.begin());
  }
  return value.items.empty() ? "float" : kOrder[widest];
}

}  // namespace assay::mirror
