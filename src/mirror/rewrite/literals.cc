#include "mirror/rewrite/literals.h"

#include <algorithm>
#include <vector>

namespace assay::mirror {
namespace {

using Kind = Value::Kind;

}  // namespace

bool IsNumeric(const Value& value) {
  if (value.number()) return true;
  return value.is(Kind::kSequence) && !value.items.empty() &&
         std::all_of(value.items.begin(), value.items.end(), IsNumeric);
}

std::string NumericType(const Value& value) {
  switch (value.kind) {
    case Kind::kInteger:
      return "int";
    case Kind::kFloat:
      return "float";
    case Kind::kComplex:
      return "complex";
    case Kind::kBool:
      return "bool";
    case Kind::kSequence:
      break;
    default:
      return "";
  }
  static const std::vector<std::string> kOrder = {"bool", "int", "float", "complex"};
  size_t widest = 0;
  for (const Value& item : value.items) {
    const auto found = std::find(kOrder.begin(), kOrder.end(), NumericType(item));
    if (found == kOrder.end()) return "";
    widest = std::max<size_t>(widest, found - kOrder.begin());
  }
  return value.items.empty() ? "float" : kOrder[widest];
}

}  // namespace assay::mirror
