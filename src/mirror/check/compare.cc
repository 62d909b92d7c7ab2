#include "mirror/check/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/strings.h"
#include "mirror/check/numbers.h"

namespace assay::mirror {
namespace {

using nlohmann::json;

// Events of one kind; of local variables also of one name.
std::map<std::string, std::vector<const json*>> ByKind(const json& events) {
  std::map<std::string, std::vector<const json*>> out;
  for (const json& event : events) {
    if (!event.is_object() || !event.contains("value")) continue;
    std::string key = event.value("kind", "");
    if (const std::string name = event.value("name", ""); !name.empty()) key += " " + name;
    out[key].push_back(&event["value"]);
  }
  return out;
}

void CompareEvents(const Recording& source, const Recording& twin, const FactRules& rules,
                   Comparison& out) {
  const auto ours = ByKind(source.events), theirs = ByKind(twin.events);
  for (const auto& [kind, values] : ours) {
    const auto other = theirs.find(kind);
    const size_t there = other == theirs.end() ? 0 : other->second.size();
    // Where one ends early, what comes before still belongs together.
    const bool whole = source.done && twin.done;
    if (whole && (kind == "check" || kind == "printed") && values.size() > there)
      out.differences.push_back(
          {StrCat("what is ", kind), "missing", StrCat(values.size(), " times"), StrCat(there)});
    if (other == theirs.end()) continue;
    if (whole && values.size() != other->second.size()) {
      out.notes.push_back(StrCat(kind, ": ", values.size(), " values became ", other->second.size(),
                                 ", not compared"));
      continue;
    }
    const size_t count = std::min(values.size(), other->second.size());
    for (size_t i = 0; i < count; ++i)
      CompareFacts(StrCat(kind, " ", i + 1), *values[i], *other->second[i], rules, out);
  }
}

bool IsTensor(const json& fact) {
  return fact.is_object() && fact.contains("dtype") && fact.value("of", json()) != "numpy";
}

// All values of a run that its source has no name for.
std::vector<std::pair<std::string, const json*>> Nameless(const Recording& source,
                                                          const Recording& twin) {
  std::vector<std::pair<std::string, const json*>> out;
  for (const auto& [name, fact] : twin.variables.items())
    if (!source.variables.contains(name)) out.emplace_back(name, &fact);
  for (const json& event : twin.events)
    if (event.is_object() && event.contains("value"))
      out.emplace_back(event.value("name", event.value("kind", "")), &event["value"]);
  return out;
}

// A tensor under another name.
void FindByValue(const std::string& name, const json& fact,
                 const std::vector<std::pair<std::string, const json*>>& others,
                 const FactRules& rules, Comparison& out) {
  for (const auto& [other, value] : others) {
    Comparison one;
    CompareFacts(name, fact, *value, rules, one);
    if (one.values == 0 || !one.differences.empty()) continue;
    out.values += one.values;
    out.numbers += one.numbers;
    out.notes.push_back(StrCat(name, ": ", other, " in the twin"));
    return;
  }
  out.differences.push_back({name, "missing", DescribeFact(fact), "nothing"});
}

size_t CountOf(const Recording& recording, std::string_view kind) {
  return static_cast<size_t>(std::count_if(
      recording.events.begin(), recording.events.end(),
      [&](const json& event) { return event.is_object() && event.value("kind", "") == kind; }));
}

// Whether none of the tensors that both have is one of the twin's framework.
bool AllByNumpy(const Recording& source, const Recording& twin) {
  size_t tensors = 0;
  for (const auto& [name, fact] : source.variables.items()) {
    if (!IsTensor(fact) || !twin.variables.contains(name)) continue;
    const json& other = twin.variables[name];
    if (!other.is_object() || other.value("of", json()) != "numpy") return false;
    ++tensors;
  }
  return tensors > 0;
}

double Largest(const std::vector<double>& values) {
  double out = 0;
  for (const double v : values)
    if (std::isfinite(v)) out = std::max(out, std::abs(v));
  return out;
}

// The largest number of a type of that precision.
double Limit(double unit) {
  return unit == std::ldexp(1.0, -10) ? 65504.0 : std::numeric_limits<float>::max();
}

double UnitsBetween(const Numbers& own, const Numbers& wide) {
  const double scale = Largest(wide.values);
  double out = 0;
  for (size_t i = 0; i < own.values.size(); ++i) {
    const double x = own.values[i], y = wide.values[i];
    if (!std::isfinite(y) || std::abs(y) > Limit(own.unit()) / 2) continue;
    if (!std::isfinite(x)) return std::numeric_limits<double>::infinity();
    // Two ways to the same value that meet exactly in one framework need not in the other.
    if (IsNoise(y, x)) continue;
    // Below what the type can hold, nothing is asked.
    const double unit = std::max(own.unit() * scale, 1e-37);
    out = std::max(out, std::abs(x - y) / unit);
  }
  return out;
}

// Between rounding in 32 and in 64 bits lie nine orders of magnitude, in 16 and 64 twelve.
// What is not small in double precision is a number that the narrow types lost.
constexpr double kFallsBy = 1e-5, kSmall = 1e-6;

// Both have the same form, as far as they were told by the same program.
void Clear(json& wide, const json& narrow) {
  if (wide.is_array() && narrow.is_array() && wide.size() == narrow.size()) {
    for (size_t i = 0; i < wide.size(); ++i) Clear(wide[i], narrow[i]);
  } else if (wide.is_object() && narrow.is_object()) {
    for (auto& [key, value] : wide.items())
      if (narrow.contains(key)) Clear(value, narrow[key]);
  } else if (wide.is_number_float() && narrow.is_number_float() &&
             IsNoise(wide.get<double>(), narrow.get<double>())) {
    wide = 0.0;
  }
}

constexpr size_t kMostWritten = 64;

std::string WrittenNumber(double value) {
  const std::string text = FormatDouble(value);
  if (text == "nan" || text == "inf" || text == "-inf") return StrCat("float(\"", text, "\")");
  return text;
}

// The variable as numpy has it, on one line.
std::string AsNumpy(const std::string& name, const std::string& framework) {
  return framework == "torch" ? StrCat(name, ".detach().numpy()")
                              : StrCat("np.asarray(", name, ")");
}

}  // namespace

Comparison CompareRecordings(const Recording& source, const Recording& twin,
                             const FactRules& rules) {
  Comparison out;
  const auto others = Nameless(source, twin);
  for (const auto& [name, fact] : source.variables.items()) {
    if (twin.variables.contains(name))
      CompareFacts(name, fact, twin.variables[name], rules, out);
    else if ((twin.done || !source.done) && IsTensor(fact) && NumbersOf(fact))
      FindByValue(name, fact, others, rules, out);
    else if (twin.done)
      out.notes.push_back(name + ": not in the twin");
  }
  // Both fail: the twin must have shown as much before.
  for (const char* kind : {"printed", "check"})
    if (!source.done && !twin.done && CountOf(twin, kind) < CountOf(source, kind))
      out.differences.push_back({StrCat("what is ", kind), "missing", StrCat(CountOf(source, kind)),
                                 StrCat(CountOf(twin, kind))});
  if (AllByNumpy(source, twin))
    out.differences.push_back({"all tensors", "form", "of the framework", "of numpy"});
  CompareEvents(source, twin, rules, out);
  return out;
}

bool HasNumbers(const Recording& recording) {
  const auto has = [](const json& fact) {
    const auto numbers = fact.is_object() ? NumbersOf(fact) : std::nullopt;
    return numbers && !numbers->values.empty();
  };
  for (const auto& [name, fact] : recording.variables.items())
    if (has(fact)) return true;
  return std::any_of(recording.events.begin(), recording.events.end(), [&](const json& event) {
    return event.is_object() && event.contains("value") && event.value("kind", "") != "check" &&
           has(event["value"]);
  });
}

Farness FarFromWide(const Recording& own, const Recording& wide) {
  Farness out;
  for (const auto& [name, fact] : own.variables.items()) {
    if (!wide.variables.contains(name)) continue;
    const auto a = NumbersOf(fact), b = NumbersOf(wide.variables[name]);
    if (!a || !b || a->exact() || b->exact() || a->shape != b->shape ||
        a->values.size() != b->values.size() || a->unit() <= b->unit())
      continue;
    const double units = UnitsBetween(*a, *b);
    if (units > out.units) out = {units, name};
  }
  return out;
}

bool IsNoise(double wide, double narrow) {
  return std::abs(wide) < kSmall && std::abs(wide) <= kFallsBy * std::abs(narrow) && narrow != 0;
}

Recording WithoutNoise(const Recording& wide, const Recording& narrow) {
  Recording out = wide;
  if (!wide.done || !narrow.done) return out;
  Clear(out.variables, narrow.variables);
  Clear(out.events, narrow.events);
  return out;
}

ValueCheck WithValueCheck(const std::string& twin, const std::string& name, const Recording& own,
                          const Recording& wide, const Direction& direction) {
  if (!own.variables.contains(name) || !wide.variables.contains(name)) return {};
  const auto expected = NumbersOf(wide.variables[name]);
  if (!expected || expected->complex || expected->values.size() > kMostWritten ||
      own.variables[name].contains("plain") || own.variables[name].contains("list"))
    return {};
  std::vector<std::string> values;
  for (const double value : expected->values) values.push_back(WrittenNumber(value));
  std::string text = twin;
  if (!text.ends_with('\n')) text += '\n';
  text += "import numpy as np\n";
  text += StrCat("# What ", direction.from, " gives, and ", direction.to,
                 " itself in double precision:\n");
  text += StrCat("expected = np.array([", Join(values, ", "), "])\n");
  ValueCheck out{.claim_line = static_cast<int>(std::ranges::count(text, '\n')) + 1};
  text += StrCat("assert np.allclose(", AsNumpy(name, direction.to),
                 ".ravel(), expected, rtol=1e-3, atol=1e-6, equal_nan=True), \"", name,
                 " is not finite where it should be\"\n");
  out.text = text;
  return out;
}

}  // namespace assay::mirror
