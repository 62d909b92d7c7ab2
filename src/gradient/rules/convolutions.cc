// Conv, ConvTranspose: each is the other's derivative by the data, and the derivative by the
// weights is a convolution of one image with the other.
#include <algorithm>
#include <numeric>

#include "gradient/vjp.h"
#include "ops/conv/window.h"

namespace assay::gradient {
namespace {

using ops::WindowAxes;
using ops::WindowAxis;

// The geometry of a convolution that takes `large` to `small`: positions o * stride - begin + k *
// dilation.
struct Geometry {
  WindowAxes axes;
  int64_t group = 1;

  Axes Take(int64_t WindowAxis::* field) const {
    Axes out;
    for (const WindowAxis& axis : axes) out.push_back(axis.*field);
    return out;
  }
};

// What the windows cover on an axis, from the start of the padding.
int64_t Reach(const WindowAxis& axis) { return (axis.out - 1) * axis.stride + axis.extent(); }

// x with its spatial axes cut or padded with zeros at the end.
ValueId FitEnd(Tape& t, ValueId x, const Axes& by) {
  Axes axes, starts, ends, pads(2 * (by.size() + 2), 0);
  for (size_t i = 0; i < by.size(); ++i) {
    if (by[i] < 0) {
      axes.push_back(static_cast<int64_t>(i + 2));
      starts.push_back(0);
      ends.push_back(t.shape(x)[i + 2] + by[i]);
    }
    pads[by.size() + 2 + i + 2] = std::max<int64_t>(by[i], 0);
  }
  return t.Pad(axes.empty() ? x : t.Slice(x, starts, ends, axes), pads);
}

// The derivative by the large image: every small element sent back through its window.
ValueId LargeFlow(Tape& t, const Geometry& g, ValueId small, ValueId weights) {
  Axes pads(2 * g.axes.size()), missing;
  for (size_t i = 0; i < g.axes.size(); ++i) {
    const int64_t cut = Reach(g.axes[i]) - g.axes[i].begin - g.axes[i].in;
    pads[i] = g.axes[i].begin;
    pads[g.axes.size() + i] = std::max<int64_t>(cut, 0);
    missing.push_back(std::max<int64_t>(-cut, 0));  // elements behind the last window
  }
  const ValueId out = t.Op("ConvTranspose", {small, weights},
                           {{"strides", g.Take(&WindowAxis::stride)},
                            {"dilations", g.Take(&WindowAxis::dilation)},
                            {"pads", pads},
                            {"group", g.group}});
  return FitEnd(t, out, missing);
}

// The derivative by the weights: large image against small image, the batch as channels and strides
// in the part of dilations. Gives [M, C / group, kernel..], M the channels of `small`, C those of
// `large`.
ValueId WeightFlow(Tape& t, const Geometry& g, ValueId large, ValueId small) {
  const size_t spatial = g.axes.size();
  Axes pads(2 * spatial), ends;
  for (size_t i = 0; i < spatial; ++i) {
    const int64_t need = Reach(g.axes[i]) - g.axes[i].begin - g.axes[i].in;
    pads[i] = g.axes[i].begin;
    pads[spatial + i] = std::max<int64_t>(need, 0);
    ends.push_back(std::min<int64_t>(need, 0));
  }
  large = FitEnd(t, large, ends);
  // [N, g, C/g, ..] -> [C/g, g * N, ..]
  const Shape shape = t.shape(large);
  Shape split = {shape[0], g.group, shape[1] / g.group};
  for (size_t i = 2; i < shape.size(); ++i) split.push_back(shape[i]);
  Axes perm(split.size()), swap(shape.size());
  std::iota(perm.begin(), perm.end(), 0);
  std::iota(swap.begin(), swap.end(), 0);
  std::swap(perm[0], perm[2]);
  std::swap(swap[0], swap[1]);
  Shape merged = {split[2], g.group * shape[0]};
  for (size_t i = 2; i < shape.size(); ++i) merged.push_back(shape[i]);
  const ValueId image = t.Reshape(t.Transpose(t.Reshape(large, split), perm), merged);
  const ValueId out = t.Op("Conv", {image, t.Transpose(small, swap)},
                           {{"strides", g.Take(&WindowAxis::dilation)},
                            {"dilations", g.Take(&WindowAxis::stride)},
                            {"pads", pads},
                            {"group", g.group}});
  return t.Transpose(out, swap);
}

void GiveBias(Vjp& v) {
  if (!v.wants(2)) return;
  Axes axes = {0};
  for (int64_t i = 2; i < v.t.rank(v.dy()); ++i) axes.push_back(i);
  v.Give(2, v.t.Reduce("ReduceSum", v.dy(), axes, false));
}

Axes KernelOf(Vjp& v) {
  const Shape& w = v.shape(1);
  return Axes(w.begin() + 2, w.end());
}

// As the operator's text has it: pads from output_shape or auto_pad are split, the odd one first
// unless SAME_UPPER; what lies behind the reach of the windows has no input.
WindowAxis TransposedAxis(Vjp& v, const ops::WindowAttrs& attrs, size_t i) {
  WindowAxis axis{.in = v.t.shape(v.y())[i + 2],
                  .kernel = v.shape(1)[i + 2],
                  .stride = attrs.strides[i],
                  .dilation = attrs.dilations[i],
                  .out = v.shape(0)[i + 2]};
  const Axes extra = v.AttrInts("output_padding");
  const bool same = attrs.auto_pad.starts_with("SAME");
  if (v.AttrInts("output_shape").empty() && !same) {
    if (attrs.auto_pad == "NOTSET") axis.begin = attrs.pads[i];
    return axis;
  }
  const int64_t total = Reach(axis) + (extra.empty() ? 0 : extra[i]) - axis.in;
  if (total > 0) axis.begin = attrs.auto_pad == "SAME_UPPER" ? total / 2 : total - total / 2;
  return axis;
}

}  // namespace

void ConvVjp(Vjp& v) {
  const Axes kernel = KernelOf(v);
  const auto attrs = ops::ReadWindowAttrs(v, kernel.size());
  if (!attrs.ok()) v.Refuse(attrs.error().message);
  const auto axes = ops::PlaceWindows(*attrs, v.shape(0), kernel);
  if (!axes.ok()) v.Refuse(axes.error().message);
  const Geometry g{*axes, v.AttrInt("group", 1)};
  if (v.wants(0)) v.Give(0, LargeFlow(v.t, g, v.dy(), v.x(1)));
  if (v.wants(1)) v.Give(1, WeightFlow(v.t, g, v.x(0), v.dy()));
  GiveBias(v);
}

void ConvTransposeVjp(Vjp& v) {
  const auto attrs = ops::ReadWindowAttrs(v, KernelOf(v).size());
  if (!attrs.ok()) v.Refuse(attrs.error().message);
  Geometry g{.group = v.AttrInt("group", 1)};
  for (size_t i = 0; i + 2 < v.shape(0).size(); ++i) g.axes.push_back(TransposedAxis(v, *attrs, i));
  Axes pads(2 * g.axes.size()), ends;
  for (size_t i = 0; i < g.axes.size(); ++i) {
    const int64_t need = Reach(g.axes[i]) - g.axes[i].begin - g.axes[i].in;
    pads[i] = g.axes[i].begin;
    pads[g.axes.size() + i] = std::max<int64_t>(need, 0);
    ends.push_back(std::min<int64_t>(need, 0));
  }
  if (v.wants(0))
    v.Give(0, v.t.Op("Conv", {FitEnd(v.t, v.dy(), ends), v.x(1)},
                     {{"strides", g.Take(&WindowAxis::stride)},
                      {"dilations", g.Take(&WindowAxis::dilation)},
                      {"pads", pads},
                      {"group", g.group}}));
  if (v.wants(1)) v.Give(1, WeightFlow(v.t, g, v.dy(), v.x(0)));
  GiveBias(v);
}

}  // namespace assay::gradient
