#include "bound/summary.h"

#include <algorithm>
#include <cmath>

#include "base/strings.h"

namespace assay {
namespace {

void Measure(const Bounded& t, KnownSummary& s) {
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
    const double bound = BoundOf(x);
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

double BoundOf(const Real& x) {
  if (x.ends) return x.hi - x.lo;
  // An infinity is exact, too.
  return x.nan == Nan::kMust || x.lo == x.hi ? 0 : std::max(x.hi - x.v, x.v - x.lo);
}

KnownSummary Summarize(const Known& known) {
  KnownSummary s;
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

}  // namespace assay
