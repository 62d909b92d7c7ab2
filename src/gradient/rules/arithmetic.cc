// Add, Sub, Mul, Div, Neg, Abs, Pow, Sqrt, Reciprocal, Sum, Mean, Max, Min, Where: broadcasting is
// undone by Vjp::Give.
#include "gradient/vjp.h"

namespace assay::gradient {

void AddVjp(Vjp& v) {
  v.Give(0, v.dy());
  v.Give(1, v.dy());
}

void SubVjp(Vjp& v) {
  v.Give(0, v.dy());
  if (v.wants(1)) v.Give(1, v.t.Neg(v.dy()));
}

void MulVjp(Vjp& v) {
  if (v.wants(0)) v.Give(0, v.t.Mul(v.dy(), v.x(1)));
  if (v.wants(1)) v.Give(1, v.t.Mul(v.dy(), v.x(0)));
}

// d(a / b) = da / b - (a / b) db / b
void DivVjp(Vjp& v) {
  const ValueId da = v.t.Div(v.dy(), v.x(1));
  v.Give(0, da);
  if (v.wants(1)) v.Give(1, v.t.Neg(v.t.Mul(da, v.y())));
}

void NegVjp(Vjp& v) { v.Give(0, v.t.Neg(v.dy())); }

void AbsVjp(Vjp& v) {
  Tape& t = v.t;
  const ValueId x = v.x();
  v.Give(0, t.Mul(v.dy(), t.Kink(x, t.Number(x, 0), t.Number(x, 1), t.Number(x, -1))));
}

// d x^p = p x^(p-1) dx + x^p log(x) dp. Where p is 0 the first term vanishes whatever x is, and
// where x is 0 the second does (for p > 0): neither 0 * inf is computed.
void PowVjp(Vjp& v) {
  Tape& t = v.t;
  const ValueId x = v.x(0), p = t.Cast(v.x(1), v.dtype(0)), zero = t.Number(x, 0);
  if (v.wants(0)) {
    const ValueId slope = t.Mul(p, t.Op("Pow", {x, t.Shift(p, -1)}));
    v.Give(0, t.Mul(v.dy(), t.Where(t.Op("Equal", {p, zero}), zero, slope)));
  }
  if (v.wants(1)) {
    const ValueId slope = t.Mul(v.y(), t.Op("Log", {x}));
    v.Give(1, t.Mul(v.dy(), t.Where(t.Op("Equal", {x, zero}), zero, slope)));
  }
}

void SqrtVjp(Vjp& v) { v.Give(0, v.t.Div(v.dy(), v.t.Scale(v.y(), 2))); }

void ReciprocalVjp(Vjp& v) { v.Give(0, v.t.Neg(v.t.Mul(v.dy(), v.t.Square(v.y())))); }

void SumVjp(Vjp& v) {
  for (size_t i = 0; i < v.input_count(); ++i) v.Give(i, v.dy());
}

void MeanVjp(Vjp& v) {
  const ValueId share = v.t.Div(v.dy(), v.t.Number(v.dy(), static_cast<double>(v.input_count())));
  for (size_t i = 0; i < v.input_count(); ++i) v.Give(i, share);
}

namespace {

// Each input against the greatest (or least) of the others.
void ExtremeVjp(Vjp& v, const char* op) {
  Tape& t = v.t;
  for (size_t i = 0; i < v.input_count(); ++i) {
    if (!v.wants(i)) continue;
    std::vector<ValueId> others;
    for (size_t k = 0; k < v.input_count(); ++k)
      if (k != i) others.push_back(v.x(k));
    if (others.empty()) {
      v.Give(i, v.dy());
      continue;
    }
    const ValueId other = others.size() == 1 ? others[0] : t.Op(op, others);
    const bool max = std::string_view(op) == "Max";
    v.Give(i, t.Mul(v.dy(), max ? t.Step(v.x(i), other) : t.Step(other, v.x(i))));
  }
}

}  // namespace

void MaxVjp(Vjp& v) { ExtremeVjp(v, "Max"); }
void MinVjp(Vjp& v) { ExtremeVjp(v, "Min"); }

void WhereVjp(Vjp& v) {
  const ValueId zero = v.t.Number(v.dy(), 0);
  if (v.wants(1)) v.Give(1, v.t.Where(v.x(0), v.dy(), zero));
  if (v.wants(2)) v.Give(2, v.t.Where(v.x(0), zero, v.dy()));
}

}  // namespace assay::gradient
