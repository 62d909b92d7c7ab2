#include "judge/variants.h"

#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "judge/trial_names.h"
#include "trial/roles.h"

namespace assay::judge {
namespace {

using knowledge::Constraint;
using knowledge::Parameter;

Dims WithEach(const Dims& dims, int64_t size) { return Dims(dims.size(), size); }

Dims WithLast(Dims dims, int64_t size) {
  dims.back() = size;
  return dims;
}

// "[0, 1)" as its ends: text and whether it is included; "" for infinity.
struct Range {
  std::string low, high;
  bool low_included = false, high_included = false;
};

bool ReadRange(const std::string& normal, Range& out) {
  const size_t comma = normal.find(',');
  if (normal.size() < 4 || comma == std::string::npos) return false;
  const auto part = [](std::string text) {
    text.erase(0, text.find_first_not_of(' '));
    return text.find("inf") == std::string::npos ? text : "";
  };
  out.low = part(normal.substr(1, comma - 1));
  out.high = part(normal.substr(comma + 1, normal.size() - comma - 2));
  out.low_included = normal.front() == '[';
  out.high_included = normal.back() == ']';
  return true;
}

bool IsNumber(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789.-+e") == std::string::npos;
}

}  // namespace

std::vector<Variant> TensorVariants(const Dims& dims, std::string_view dtype,
                                    const Dialect& dialect) {
  const std::string type(dtype);
  std::vector<Variant> out;
  if (!dims.empty()) {
    out.push_back({"with a last dimension of size 0", dialect.tensor(WithLast(dims, 0), type)});
    out.push_back({"of size one", dialect.tensor(WithEach(dims, 1), type)});
  }
  if (type.find("float") != std::string::npos) {
    out.push_back({"full of NaN", dialect.filled(dims, type, "nan")});
    out.push_back({"full of infinity", dialect.filled(dims, type, "inf")});
    out.push_back({"of huge values", dialect.filled(dims, type, "1e30")});
  } else if (type.starts_with("int")) {
    out.push_back({"of negative values", dialect.filled(dims, type, "-1")});
    out.push_back({"of huge values", dialect.filled(dims, type, "2147483647")});
  }
  if (dialect.framework == "torch" && dims.size() >= 2) {
    Dims swapped = dims;
    std::swap(swapped[dims.size() - 1], swapped[dims.size() - 2]);
    out.push_back({"not contiguous", dialect.tensor(swapped, type) + ".mT"});
  }
  for (const char* other : {"float64", "int32", "bool", "float16", "complex64", "uint8"})
    if (type != other) out.push_back({StrCat("of ", other), dialect.tensor(dims, other)});
  if (!dims.empty()) {
    out.push_back({"without elements", dialect.tensor(WithEach(dims, 0), type)});
    out.push_back({"without dimensions", dialect.tensor({}, type)});
  }
  return out;
}

std::vector<Variant> PlainVariants(const Parameter& parameter, std::string_view now) {
  std::vector<Variant> out;
  const auto add = [&](const std::string& value) {
    if (!SameText(value, now)) out.push_back({"= " + value, value});
  };
  bool ranged = false;
  for (const Constraint& c : parameter.constraints) {
    if (c.kind == "enum")
      for (const auto& value : nlohmann::json::parse(c.normal, nullptr, false))
        if (value.is_string()) add(StrCat("'", value.get<std::string>(), "'"));
    Range range;
    if (c.kind != "range" || !ReadRange(c.normal, range)) continue;
    ranged = true;
    if (range.low_included && IsNumber(range.low)) add(range.low);
    if (range.high_included && IsNumber(range.high)) add(range.high);
    if (!range.low_included && IsNumber(range.low)) add(range.low + " + 1e-7");
    if (!range.high_included && IsNumber(range.high)) add(range.high + " - 1e-7");
  }
  const trial::Role role = trial::RoleOf(parameter);
  if (role == trial::Role::kBool || now == "True" || now == "False") {
    add("True");
    add("False");
  } else if (!ranged && (role == trial::Role::kInt || role == trial::Role::kAxis)) {
    for (const char* value : {"0", "1", "-1", "2147483647"}) add(value);
  } else if (!ranged && role == trial::Role::kFloat) {
    for (const char* value : {"0.0", "-1.0", "1e30", "float('nan')", "float('inf')"}) add(value);
  }
  return out;
}

}  // namespace assay::judge
