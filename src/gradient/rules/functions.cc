// Functions of one number that are smooth where they are defined: dx = dy f'(x).
#include <cmath>
#include <numbers>

#include "gradient/vjp.h"

namespace assay::gradient {

void ExpVjp(Vjp& v) { v.Give(0, v.t.Mul(v.dy(), v.y())); }
void LogVjp(Vjp& v) { v.Give(0, v.t.Div(v.dy(), v.x())); }
void SinVjp(Vjp& v) { v.Give(0, v.t.Mul(v.dy(), v.t.Op("Cos", {v.x()}))); }
void CosVjp(Vjp& v) { v.Give(0, v.t.Neg(v.t.Mul(v.dy(), v.t.Op("Sin", {v.x()})))); }
void TanVjp(Vjp& v) { v.Give(0, v.t.Mul(v.dy(), v.t.Shift(v.t.Square(v.y()), 1))); }
void SinhVjp(Vjp& v) { v.Give(0, v.t.Mul(v.dy(), v.t.Op("Cosh", {v.x()}))); }
void CoshVjp(Vjp& v) { v.Give(0, v.t.Mul(v.dy(), v.t.Op("Sinh", {v.x()}))); }
void TanhVjp(Vjp& v) { v.Give(0, v.t.Mul(v.dy(), v.t.OneMinus(v.t.Square(v.y())))); }

void AsinVjp(Vjp& v) { v.Give(0, v.t.Div(v.dy(), v.t.Sqrt(v.t.OneMinus(v.t.Square(v.x()))))); }
void AcosVjp(Vjp& v) {
  v.Give(0, v.t.Neg(v.t.Div(v.dy(), v.t.Sqrt(v.t.OneMinus(v.t.Square(v.x()))))));
}
void AtanVjp(Vjp& v) { v.Give(0, v.t.Div(v.dy(), v.t.Shift(v.t.Square(v.x()), 1))); }
void AsinhVjp(Vjp& v) { v.Give(0, v.t.Div(v.dy(), v.t.Sqrt(v.t.Shift(v.t.Square(v.x()), 1)))); }
void AcoshVjp(Vjp& v) { v.Give(0, v.t.Div(v.dy(), v.t.Sqrt(v.t.Shift(v.t.Square(v.x()), -1)))); }
void AtanhVjp(Vjp& v) { v.Give(0, v.t.Div(v.dy(), v.t.OneMinus(v.t.Square(v.x())))); }

// 2 / sqrt(pi) exp(-x^2)
void ErfVjp(Vjp& v) {
  const ValueId bell = v.t.Exp(v.t.Neg(v.t.Square(v.x())));
  v.Give(0, v.t.Mul(v.dy(), v.t.Scale(bell, 2 * std::numbers::inv_sqrtpi)));
}

void SigmoidVjp(Vjp& v) { v.Give(0, v.t.Mul(v.dy(), v.t.Mul(v.y(), v.t.OneMinus(v.y())))); }

void SoftplusVjp(Vjp& v) { v.Give(0, v.t.Mul(v.dy(), v.t.Op("Sigmoid", {v.x()}))); }

// x / (1 + |x|): 1 / (1 + |x|)^2, smooth at 0.
void SoftsignVjp(Vjp& v) {
  v.Give(0, v.t.Div(v.dy(), v.t.Square(v.t.Shift(v.t.Op("Abs", {v.x()}), 1))));
}

void IdentityVjp(Vjp& v) { v.Give(0, v.dy()); }

// Between float types; Vjp::Give casts back.
void CastVjp(Vjp& v) { v.Give(0, v.dy()); }

}  // namespace assay::gradient
