#include "gradient/rules/others.h"

#include <limits>

namespace assay::gradient {
namespace {

// Rows moved by `by` places, towards the end or towards the start; `neutral` moves in.
ValueId Moved(Tape& t, ValueId x, int64_t by, bool forward, double neutral) {
  const Shape shape = t.shape(x);
  const int64_t length = shape[2];
  const ValueId fill = t.Filled(t.dtype(x), Shape{shape[0], shape[1], by}, neutral);
  if (forward) return t.Concat({fill, t.Slice(x, {0}, {length - by}, {2})}, 2);
  return t.Concat({t.Slice(x, {by}, {length}, {2}), fill}, 2);
}

// All elements before (or behind) each one.
ValueId Scan(Tape& t, ValueId x, std::string_view op, bool forward, double neutral) {
  const int64_t length = t.shape(x)[2];
  ValueId out = Moved(t, x, 1, forward, neutral);
  for (int64_t by = 1; by < length; by *= 2)
    out = t.Op(op, {out, Moved(t, out, by, forward, neutral)});
  return out;
}

}  // namespace

ValueId Others(Tape& t, ValueId x, std::string_view op, double neutral) {
  const Shape shape = t.shape(x);
  if (shape[2] == 1) return t.Filled(t.dtype(x), shape, neutral);
  return t.Op(op, {Scan(t, x, op, true, neutral), Scan(t, x, op, false, neutral)});
}

ValueId GreatestOf(Tape& t, ValueId x) {
  if (t.shape(x)[2] == 1) return t.Filled(t.dtype(x), t.shape(x), 1);
  return t.Step(x, Others(t, x, "Max", -std::numeric_limits<double>::infinity()));
}

}  // namespace assay::gradient
