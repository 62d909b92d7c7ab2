#include "mirror/check/facts.h"

#include <algorithm>
#include <cmath>

#include "base/strings.h"
#include "mirror/check/numbers.h"

namespace assay::mirror {
namespace {

using nlohmann::json;

// Two good libraries sum, and take roots and exponentials, in different ways; a wrong constant
// (epsilon 1e-6 for 1e-5) lies further off.
constexpr double kRoundings = 16;
// In double precision what conditioning adds is small as well, and constants are told apart.
constexpr double kWideRelative = 1e-9;
// What is so small beside one is taken for the rest of a subtraction.
constexpr double kSmallPart = 1e-3;
constexpr size_t kShown = 6;
constexpr size_t kMostDifferences = 20;

void Differ(const std::string& where, const std::string& what, const json& source, const json& twin,
            Comparison& out) {
  if (out.differences.size() < kMostDifferences)
    out.differences.push_back({where, what, DescribeFact(source), DescribeFact(twin)});
}

void Note(const std::string& text, Comparison& out) {
  if (std::ranges::find(out.notes, text) == out.notes.end()) out.notes.push_back(text);
}

double Scale(const Numbers& a, const Numbers& b) {
  double out = kSmallPart;
  for (const Numbers* numbers : {&a, &b})
    for (const double v : numbers->values)
      if (std::isfinite(v)) out = std::max(out, std::abs(v));
  return out;
}

bool IsPlain(const std::string& dtype) { return dtype == "float" || dtype == "complex"; }

double Allowed(const Numbers& a, const Numbers& b, const FactRules& rules) {
  if (a.exact() && b.exact()) return 0;
  double relative = kRoundings * std::max(a.exact() ? 0 : a.unit(), b.exact() ? 0 : b.unit());
  const bool both_wide = rules.wide && (IsPlain(a.dtype) || a.unit() < 1e-15) &&
                         (IsPlain(b.dtype) || b.unit() < 1e-15) &&
                         !(IsPlain(a.dtype) && IsPlain(b.dtype));
  if (both_wide || relative < kWideRelative) relative = kWideRelative;
  return relative * Scale(a, b);
}

// "" when they agree.
std::string WhatDiffers(const Numbers& a, const Numbers& b, const FactRules& rules,
                        Comparison& out) {
  if (a.values.size() != b.values.size()) return "shape";
  const double allowed = Allowed(a, b, rules);
  bool special = false, value = false;
  for (size_t i = 0; i < a.values.size(); ++i) {
    const double x = a.values[i], y = b.values[i];
    if (std::isfinite(x) && std::isfinite(y)) {
      ++out.numbers;
      value = value || std::abs(x - y) > allowed;
    } else {
      special = special || !(x == y || (std::isnan(x) && std::isnan(y)));
    }
  }
  if (a.exact() && b.exact())
    for (const auto& [at, digits] : a.large)
      value = value || (b.large.contains(at) && b.large.at(at) != digits);
  return value ? "value" : special ? "special" : "";
}

std::string KindOf(const Numbers& numbers) {
  return numbers.dtype == "bool" ? "bool"
         : numbers.exact()       ? "int"
         : numbers.complex       ? "complex"
                                 : "float";
}

// 32 and 64 bits are a framework's choice; whoever writes float16 or int8 means it.
bool IsNarrow(const std::string& dtype) {
  return dtype != "bool" && dtype.find("32") == std::string::npos &&
         dtype.find("64") == std::string::npos && dtype.find("128") == std::string::npos;
}

// Of tensors of frameworks: numpy is the twin's own affair.
bool OtherType(const json& source, const json& twin, const Numbers& a, const Numbers& b) {
  const auto tensor = [](const json& fact) {
    return fact.contains("of") && fact["of"].is_string() && fact["of"] != "numpy";
  };
  if (!tensor(source) || !tensor(twin) || a.dtype == b.dtype) return false;
  return KindOf(a) != KindOf(b) || IsNarrow(a.dtype) || IsNarrow(b.dtype);
}

void CompareNumbers(const std::string& where, const json& source, const json& twin, Numbers a,
                    const Numbers& b, const FactRules& rules, Comparison& out) {
  ++out.values;
  if (a.complex != b.complex) return Differ(where, "form", source, twin, out);
  if (a.shape != b.shape) {
    const auto last = ChannelsLast(a);
    if (!last || last->shape != b.shape) return Differ(where, "shape", source, twin, out);
    Note(where + ": channels stand last in the twin", out);
    a = *last;
  }
  if (a.every != b.every) return Differ(where, "shape", source, twin, out);
  const std::string what = WhatDiffers(a, b, rules, out);
  if (!what.empty()) return Differ(where, what, source, twin, out);
  if (OtherType(source, twin, a, b)) return Differ(where, "type", source, twin, out);
  if (a.dtype != b.dtype && !source.contains("list") && !twin.contains("list") &&
      !source.contains("plain") && !twin.contains("plain"))
    Note(StrCat(where, ": ", a.dtype, " became ", b.dtype,
                KindOf(a) == KindOf(b) ? "" : " (another kind)"),
         out);
}

bool Comparable(const json& fact) { return fact.is_object(); }

// Frameworks name the parts of a model in their own ways; where they use the same words, all of the
// source's entries must be there.
void CompareEntries(const std::string& where, const json& source, const json& twin,
                    const FactRules& rules, Comparison& out) {
  bool common = false;
  for (const auto& [key, value] : source["dict"].items()) {
    if (!twin["dict"].contains(key)) continue;
    common = true;
    CompareFacts(StrCat(where, "[", key, "]"), value, twin["dict"][key], rules, out);
  }
  for (const auto& [key, value] : source["dict"].items())
    if (common && NumbersOf(value) && !twin["dict"].contains(key))
      Differ(StrCat(where, "[", key, "]"), "missing", value, json(), out);
}

void CompareParts(const std::string& where, const json& source, const json& twin,
                  const FactRules& rules, Comparison& out) {
  const auto both = [&](const char* key, bool (json::*is)() const noexcept) {
    return source.contains(key) && twin.contains(key) && (source[key].*is)() && (twin[key].*is)();
  };
  if (both("list", &json::is_array)) {
    const json &a = source["list"], &b = twin["list"];
    if (a.size() != b.size()) return Differ(where, "form", source, twin, out);
    for (size_t i = 0; i < a.size(); ++i)
      CompareFacts(StrCat(where, "[", i, "]"), a[i], b[i], rules, out);
    return;
  }
  if (both("dict", &json::is_object)) return CompareEntries(where, source, twin, rules, out);
  if (source.contains("text") && twin.contains("text")) {
    // Texts hold names and the framework's own way to print: only equal ones say something.
    if (source["text"] == twin["text"]) ++out.values;
    return;
  }
  if (source.contains("type") && twin.contains("type")) {
    if (source["type"] != twin["type"])
      Note(StrCat(where, ": ", DescribeFact(source), " became ", DescribeFact(twin)), out);
    return;
  }
  Differ(where, "form", source, twin, out);
}

}  // namespace

std::string DescribeFact(const json& fact) {
  if (!fact.is_object()) return "nothing";
  if (fact.contains("text")) return fact["text"].dump();
  if (fact.contains("type")) return StrCat("type ", fact["type"].dump());
  if (fact.contains("dict")) return StrCat("a dictionary of ", fact["dict"].size());
  const auto numbers = NumbersOf(fact);
  if (!numbers)
    return fact.contains("list") ? StrCat("a list of ", fact["list"].size()) : "a value";
  std::vector<std::string> shown;
  for (size_t i = 0; i < std::min(kShown, numbers->values.size()); ++i)
    shown.push_back(FormatDouble(numbers->values[i]));
  return StrCat(numbers->dtype, "[", Join(numbers->shape, ", "), "] ", Join(shown, ", "),
                numbers->values.size() > kShown ? ", …" : "");
}

void CompareFacts(const std::string& where, const json& source, const json& twin,
                  const FactRules& rules, Comparison& out) {
  // What one of them could not write down (a model, a tracer) is no evidence.
  if (!Comparable(source) || !Comparable(twin)) return;
  const auto a = NumbersOf(source), b = NumbersOf(twin);
  if (a && b) return CompareNumbers(where, source, twin, *a, *b, rules, out);
  CompareParts(where, source, twin, rules, out);
}

json ToJson(const Comparison& comparison) {
  json differences = json::array();
  for (const Difference& d : comparison.differences)
    differences.push_back(
        {{"where", d.where}, {"what", d.what}, {"source", d.source}, {"twin", d.twin}});
  return {{"values", comparison.values},
          {"numbers", comparison.numbers},
          {"differences", differences},
          {"notes", comparison.notes}};
}

}  // namespace assay::mirror
