// Activations: those with a kink by a comparison, those made of others by what they are made of.
#include <cmath>
#include <numbers>

#include "gradient/vjp.h"

namespace assay::gradient {
namespace {

// Relu and its kin: slope 1 above `limit`, `below` under it.
void Bent(Vjp& v, double limit, ValueId below) {
  Tape& t = v.t;
  const ValueId x = v.x();
  v.Give(0, t.Mul(v.dy(), t.Kink(x, t.Number(x, limit), t.Number(x, 1), below)));
}

// scale * x above zero; below it weight * exp(x / width).
void Exponential(Vjp& v, double scale, double weight, double width) {
  Tape& t = v.t;
  const ValueId x = v.x(), zero = t.Number(x, 0);
  // Only the negative part goes into the exponential: elsewhere it might overflow.
  const ValueId negative = t.Op("Min", {x, zero});
  const ValueId scaled = width == 1 ? negative : t.Div(negative, t.Number(x, width));
  const ValueId below = t.Scale(t.Exp(scaled), weight);
  // Where both sides have one slope at zero there is no kink to choose at.
  const ValueId slope = scale == weight
                            ? t.Where(t.Op("Greater", {x, zero}), t.Number(x, scale), below)
                            : t.Kink(x, zero, t.Number(x, scale), below);
  v.Give(0, t.Mul(v.dy(), slope));
}

}  // namespace

void ReluVjp(Vjp& v) { Bent(v, 0, v.t.Number(v.x(), 0)); }

void LeakyReluVjp(Vjp& v) { Bent(v, 0, v.t.Number(v.x(), v.AttrFloat("alpha", 0.01F))); }

void ThresholdedReluVjp(Vjp& v) { Bent(v, v.AttrFloat("alpha", 1), v.t.Number(v.x(), 0)); }

void PReluVjp(Vjp& v) {
  Tape& t = v.t;
  const ValueId x = v.x(0), zero = t.Number(x, 0);
  if (v.wants(0)) v.Give(0, t.Mul(v.dy(), t.Kink(x, zero, t.Number(x, 1), v.x(1))));
  if (v.wants(1)) v.Give(1, t.Mul(v.dy(), t.Op("Min", {x, zero})));
}

void EluVjp(Vjp& v) { Exponential(v, 1, v.AttrFloat("alpha", 1), 1); }

// x above zero, alpha (exp(x / alpha) - 1) below: slope exp(x / alpha).
void CeluVjp(Vjp& v) { Exponential(v, 1, 1, v.AttrFloat("alpha", 1)); }

void SeluVjp(Vjp& v) {
  const double alpha = v.AttrFloat("alpha", 1.67326319217681884765625F);
  const double gamma = v.AttrFloat("gamma", 1.05070102214813232421875F);
  Exponential(v, gamma, gamma * alpha, 1);
}

// Zero between -lambd and lambd, slope 1 outside.
void ShrinkVjp(Vjp& v) {
  Tape& t = v.t;
  const ValueId x = v.x();
  const double lambda = v.AttrFloat("lambd", 0.5);
  if (lambda < 0) v.Refuse("lambd is negative");
  const ValueId slope = t.Add(t.Step(x, t.Number(x, lambda)), t.Step(t.Number(x, -lambda), x));
  v.Give(0, t.Mul(v.dy(), slope));
}

// min(max(x, lo), hi): the limits may themselves be differentiated by.
std::vector<ValueId> ClipExpansion(Vjp& v) {
  ValueId out = v.x(0);
  if (v.has(1)) out = v.t.Op("Max", {out, v.x(1)});
  if (v.has(2)) out = v.t.Op("Min", {out, v.x(2)});
  return {out == v.x(0) ? v.t.Op("Identity", {out}) : out};
}

// max(0, min(1, alpha x + beta))
std::vector<ValueId> HardSigmoidExpansion(Vjp& v) {
  Tape& t = v.t;
  const ValueId line =
      t.Shift(t.Scale(v.x(), v.AttrFloat("alpha", 0.2F)), v.AttrFloat("beta", 0.5));
  return {t.Op("Max", {t.Number(line, 0), t.Op("Min", {t.Number(line, 1), line})})};
}

// x * max(0, min(1, x / 6 + 1 / 2))
std::vector<ValueId> HardSwishExpansion(Vjp& v) {
  Tape& t = v.t;
  const ValueId line = t.Shift(t.Div(v.x(), t.Number(v.x(), 6)), 0.5);
  const ValueId gate = t.Op("Max", {t.Number(line, 0), t.Op("Min", {t.Number(line, 1), line})});
  return {t.Mul(v.x(), gate)};
}

std::vector<ValueId> GeluExpansion(Vjp& v) {
  Tape& t = v.t;
  const ValueId x = v.x();
  ValueId bend = kAbsent;
  if (v.AttrString("approximate", "none") == "tanh") {
    const ValueId cube = t.Scale(t.Mul(x, t.Square(x)), 0.044715);
    bend = t.Op("Tanh", {t.Scale(t.Add(x, cube), std::sqrt(2 / std::numbers::pi))});
  } else {
    bend = t.Op("Erf", {t.Scale(x, std::numbers::sqrt2 / 2)});
  }
  return {t.Mul(t.Scale(x, 0.5), t.Shift(bend, 1))};
}

std::vector<ValueId> MishExpansion(Vjp& v) {
  return {v.t.Mul(v.x(), v.t.Op("Tanh", {v.t.Op("Softplus", {v.x()})}))};
}

std::vector<ValueId> SwishExpansion(Vjp& v) {
  return {v.t.Mul(v.x(), v.t.Op("Sigmoid", {v.t.Scale(v.x(), v.AttrFloat("alpha", 1))}))};
}

// Without training it is the identity.
void DropoutVjp(Vjp& v) {
  if (v.has(2)) {
    const auto training = v.Constant(2);
    if (!training.has_value() || training->IntAt(0) != 0) v.Refuse("it drops at random");
  }
  v.Give(0, v.dy());
}

}  // namespace assay::gradient
