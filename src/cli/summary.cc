#include "cli/summary.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ostream>

#include "base/strings.h"

namespace assay::cli {
namespace {

constexpr int64_t kShownElements = 6;

double Bound(const Real& x) { return x.nan == Nan::kMust ? 0 : std::max(x.hi - x.v, x.v - x.lo); }

std::string SevenDigits(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.7g", x);
  return text;
}

std::string ElementText(const Bounded& t, int64_t i) {
  if (t.is_string()) return StrCat("\"", t.string(i), "\"");
  if (!t.is_real()) {
    const Int x = t.integer(i);
    return x.point() ? std::to_string(x.v) : StrCat(x.v, " in [", x.lo, ", ", x.hi, "]");
  }
  const Real x = t.real(i);
  if (x.nan == Nan::kMust) return "nan";
  std::string text = SevenDigits(x.v);
  if (x.undetermined()) return text + " (undetermined)";
  if (!x.point()) {
    char bound[40];
    std::snprintf(bound, sizeof bound, " ± %.1e", Bound(x));
    text += bound;
  }
  return x.nan == Nan::kMay ? text + " or nan" : text;
}

void Measure(const Bounded& t, Summary& s) {
  int64_t undetermined = 0, exact = 0;
  for (int64_t i = 0; i < t.count(); ++i) {
    if (!t.is_real()) {
      const Int x = t.integer(i);
      ++(x.point() ? exact : undetermined);
      if (i == 0) s.worst_value = static_cast<double>(x.v);
      continue;
    }
    const Real x = t.real(i);
    if (i == 0) s.worst_value = x.v;
    if (x.undetermined()) ++undetermined;
    if (x.point() || x.nan == Nan::kMust) ++exact;
    const double bound = Bound(x);
    if (std::isfinite(bound) && bound > s.max_bound) {
      s.max_bound = bound;
      s.worst_index = i;
      s.worst_value = x.v;
    }
  }
  if (t.count() == 0) return;
  s.undetermined = static_cast<double>(undetermined) / static_cast<double>(t.count());
  s.exact = static_cast<double>(exact) / static_cast<double>(t.count());
}

}  // namespace

Summary Summarize(const Known& known) {
  Summary s;
  switch (known.kind) {
    case Known::Kind::kUndetermined:
      s.undetermined_all = true;
      s.type = "undetermined";
      return s;
    case Known::Kind::kTensor:
      break;
    case Known::Kind::kOptional:
      s.type = known.items.empty() ? "empty optional" : "optional";
      return s;
    default:
      s.type = StrCat("sequence or map of ", known.items.size(), " items");
      return s;
  }
  const Bounded& t = known.tensor;
  s.type = StrCat(DTypeName(t.dtype()), ShapeText(t.shape()));
  s.elements = t.count();
  s.numeric = !t.is_string();
  if (s.numeric)
    Measure(t, s);
  else
    s.exact = 1;
  return s;
}

void PrintSummary(std::ostream& out, const std::string& name, const Known& known) {
  const Summary s = Summarize(known);
  out << "  output  " << name << ": " << s.type << "\n";
  if (!known.is_tensor() || s.elements == 0) return;
  out << "          ";
  for (int64_t i = 0; i < std::min(s.elements, kShownElements); ++i)
    out << (i > 0 ? ", " : "") << ElementText(known.tensor, i);
  if (s.elements > kShownElements) out << ", …";
  char line[160];
  std::snprintf(
      line, sizeof line,
      "\n          exact %.1f %%, undetermined %.2f %%, largest bound %.2e (element %lld)\n",
      100 * s.exact, 100 * s.undetermined, s.max_bound, static_cast<long long>(s.worst_index));
  out << line;
}

}  // namespace assay::cli
