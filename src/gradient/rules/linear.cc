// MatMul, Gemm.
#include "gradient/vjp.h"

namespace assay::gradient {

// da = dy b^T, db = a^T dy, with vectors as matrices of one row or column; batch axes that were
// repeated are summed by Vjp::Give.
void MatMulVjp(Vjp& v) {
  Tape& t = v.t;
  const Shape a = v.shape(0), b = v.shape(1);
  const bool row = a.size() == 1, column = b.size() == 1;
  const ValueId left = row ? t.Reshape(v.x(0), Shape{1, a[0]}) : v.x(0);
  const ValueId right = column ? t.Reshape(v.x(1), Shape{b[0], 1}) : v.x(1);
  Shape full = t.shape(v.y());
  if (row && column)
    full = Shape{1, 1};
  else if (row)
    full.insert(full.size() - 1, 1);
  else if (column)
    full.push_back(1);
  const ValueId dy = t.Reshape(v.dy(), full);
  const auto give = [&](size_t i, bool vector, ValueId like, ValueId d) {
    d = t.FitTo(d, t.shape(like));
    v.Give(i, vector ? t.Reshape(d, v.shape(i)) : d);
  };
  if (v.wants(0)) give(0, row, left, t.Op("MatMul", {dy, t.SwapLast(right)}));
  if (v.wants(1)) give(1, column, right, t.Op("MatMul", {t.SwapLast(left), dy}));
}

// y = alpha A' B' + beta C, where A' is A or its transpose.
void GemmVjp(Vjp& v) {
  Tape& t = v.t;
  const bool turn_a = v.AttrInt("transA", 0) != 0, turn_b = v.AttrInt("transB", 0) != 0;
  const ValueId dy = v.dy(), scaled = t.Scale(dy, v.AttrFloat("alpha", 1));
  const auto times = [&](ValueId p, bool turn_p, ValueId q, bool turn_q) {
    return t.Op("Gemm", {p, q}, {{"transA", int64_t{turn_p}}, {"transB", int64_t{turn_q}}});
  };
  if (v.wants(0))
    v.Give(0, turn_a ? times(v.x(1), turn_b, scaled, true) : times(scaled, false, v.x(1), !turn_b));
  if (v.wants(1))
    v.Give(1, turn_b ? times(scaled, true, v.x(0), turn_a) : times(v.x(0), !turn_a, scaled, false));
  if (v.wants(2)) v.Give(2, t.Scale(dy, v.AttrFloat("beta", 1)));
}

}  // namespace assay::gradient
