// Normalisations, written out: means, differences, roots.
#include <numeric>

#include "gradient/vjp.h"

namespace assay::gradient {
namespace {

Axes Range(int64_t first, int64_t end) {
  Axes axes(static_cast<size_t>(std::max<int64_t>(end - first, 0)));
  std::iota(axes.begin(), axes.end(), first);
  return axes;
}

struct Standard {
  ValueId mean, variance, scale, value;  // scale: 1 / sqrt(variance + epsilon)
};

Standard Standardise(Tape& t, ValueId x, const Axes& axes, double epsilon) {
  Standard out{};
  out.mean = t.Reduce("ReduceMean", x, axes, true);
  const ValueId centred = t.Sub(x, out.mean);
  out.variance = t.Reduce("ReduceMean", t.Square(centred), axes, true);
  out.scale = t.Op("Reciprocal", {t.Sqrt(t.Shift(out.variance, epsilon))});
  out.value = t.Mul(centred, out.scale);
  return out;
}

// A vector per channel, in x's type and shaped to broadcast against it.
ValueId PerChannel(Vjp& v, size_t i) {
  Shape shape(v.shape().size(), 1);
  if (shape.size() > 1) shape[1] = ElementCount(v.shape(i));
  return v.t.Cast(v.t.Reshape(v.x(i), shape), v.dtype(0));
}

DType StashType(Vjp& v) { return static_cast<DType>(v.AttrInt("stash_type", 1)); }

int64_t FirstAxis(Vjp& v) {
  const auto rank = static_cast<int64_t>(v.shape().size());
  const int64_t axis = v.AttrInt("axis", -1);
  return axis < 0 ? axis + rank : axis;
}

double Epsilon(Vjp& v) { return v.AttrFloat("epsilon", 1e-5F); }

}  // namespace

// Y, and when training the running mean and variance.
std::vector<ValueId> BatchNormalizationExpansion(Vjp& v) {
  Tape& t = v.t;
  const ValueId scale = PerChannel(v, 1), bias = PerChannel(v, 2);
  const bool training = v.opset() >= 14 ? v.AttrInt("training_mode", 0) != 0 : v.output_count() > 1;
  if (!training) {
    const ValueId root = t.Sqrt(t.Shift(PerChannel(v, 4), Epsilon(v)));
    return {t.Add(t.Mul(t.Div(t.Sub(v.x(), PerChannel(v, 3)), root), scale), bias)};
  }
  if (v.opset() < 14) v.Refuse("training before opset 14");
  Axes axes = Range(2, static_cast<int64_t>(v.shape().size()));
  axes.insert(axes.begin(), 0);
  const Standard s = Standardise(t, v.x(), axes, Epsilon(v));
  const auto running = [&](size_t i, ValueId batch) {
    const double momentum = v.AttrFloat("momentum", 0.9F);
    const ValueId fresh = t.Cast(t.Reshape(batch, v.shape(i)), v.dtype(i));
    return t.Add(t.Scale(v.x(i), momentum), t.Scale(fresh, 1 - momentum));
  };
  return {t.Add(t.Mul(s.value, scale), bias), running(3, s.mean), running(4, s.variance)};
}

// Y, Mean, InvStdDev.
std::vector<ValueId> LayerNormalizationExpansion(Vjp& v) {
  Tape& t = v.t;
  const Axes axes = Range(FirstAxis(v), static_cast<int64_t>(v.shape().size()));
  const Standard s = Standardise(t, t.Cast(v.x(), StashType(v)), axes, Epsilon(v));
  const ValueId scaled = t.Mul(t.Cast(s.value, v.dtype()), v.x(1));
  return {v.has(2) ? t.Add(scaled, v.x(2)) : scaled, s.mean, s.scale};
}

std::vector<ValueId> RmsNormalizationExpansion(Vjp& v) {
  Tape& t = v.t;
  const Axes axes = Range(FirstAxis(v), static_cast<int64_t>(v.shape().size()));
  const ValueId x = t.Cast(v.x(), StashType(v));
  const ValueId square = t.Reduce("ReduceMean", t.Square(x), axes, true);
  const ValueId normal = t.Div(x, t.Sqrt(t.Shift(square, Epsilon(v))));
  return {t.Mul(t.Cast(normal, v.dtype(1)), v.x(1))};
}

std::vector<ValueId> InstanceNormalizationExpansion(Vjp& v) {
  const Axes axes = Range(2, static_cast<int64_t>(v.shape().size()));
  const Standard s = Standardise(v.t, v.x(), axes, Epsilon(v));
  return {v.t.Add(v.t.Mul(s.value, PerChannel(v, 1)), PerChannel(v, 2))};
}

// Groups as rows; opset 21 scales per channel, before it per group.
std::vector<ValueId> GroupNormalizationExpansion(Vjp& v) {
  Tape& t = v.t;
  const Shape shape = v.shape();
  const int64_t groups = v.AttrInt("num_groups", 1), rows = shape[0] * groups;
  const Shape flat = {rows, ElementCount(shape) / std::max<int64_t>(rows, 1)};
  const bool per_channel = v.opset() >= 21;
  const ValueId x = per_channel ? t.Cast(v.x(), StashType(v)) : v.x();
  const ValueId normal =
      t.Cast(Standardise(t, t.Reshape(x, flat), {1}, Epsilon(v)).value, v.dtype());
  if (per_channel)
    return {t.Add(t.Mul(t.Reshape(normal, shape), PerChannel(v, 1)), PerChannel(v, 2))};
  const Shape split = {shape[0], groups, flat[1]}, each = {groups, 1};
  const ValueId scaled = t.Mul(t.Reshape(normal, split), t.Reshape(v.x(1), each));
  return {t.Reshape(t.Add(scaled, t.Reshape(v.x(2), each)), shape)};
}

std::vector<ValueId> LpNormalizationExpansion(Vjp& v) {
  const char* norm = v.AttrInt("p", 2) == 1 ? "ReduceL1" : "ReduceL2";
  return {v.t.Div(v.x(), v.t.Reduce(norm, v.x(), {FirstAxis(v)}, true))};
}

// (x - mean) / (deviation + 1e-9), as the official function body has it.
std::vector<ValueId> MeanVarianceNormalizationExpansion(Vjp& v) {
  Tape& t = v.t;
  Axes axes = v.HasAttr("axes") ? v.AttrInts("axes") : Axes{0, 2, 3};
  const Standard s = Standardise(t, v.x(), axes, 0);
  return {t.Div(t.Sub(v.x(), s.mean), t.Shift(t.Sqrt(s.variance), 1e-9F))};
}

// x / (bias + alpha / size * sum of squares over neighbouring channels)^beta
std::vector<ValueId> LrnExpansion(Vjp& v) {
  Tape& t = v.t;
  const int64_t size = v.AttrInt("size", 1), below = (size - 1) / 2, channels = v.shape()[1];
  Axes pads(2 * v.shape().size(), 0);
  pads[1] = below;
  pads[v.shape().size() + 1] = size - 1 - below;
  const ValueId squares = t.Pad(t.Square(v.x()), pads);
  std::vector<ValueId> terms;
  for (int64_t k = 0; k < size; ++k) terms.push_back(t.Slice(squares, {k}, {k + channels}, {1}));
  const double share = v.AttrFloat("alpha", 1e-4F) / static_cast<double>(size);
  const ValueId base = t.Shift(t.Scale(t.Sum(terms), share), v.AttrFloat("bias", 1));
  return {t.Div(v.x(), t.Op("Pow", {base, t.Number(base, v.AttrFloat("beta", 0.75))}))};
}

}  // namespace assay::gradient
