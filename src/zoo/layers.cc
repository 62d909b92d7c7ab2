#include "zoo/layers.h"

#include <cmath>

#include "base/check.h"
#include "base/strings.h"

namespace assay::zoo {
namespace {

using Ints = std::vector<int64_t>;

Attrs PoolAttrs(const PoolOptions& o) {
  return {{"kernel_shape", Ints{o.kernel, o.kernel}},
          {"strides", Ints{o.stride, o.stride}},
          {"pads", Ints{o.padding, o.padding, o.padding, o.padding}}};
}

// In the order of Act.
constexpr std::string_view kActNames[] = {"act",     "relu", "relu6", "leaky_relu", "tanh",
                                          "sigmoid", "silu", "gelu",  "act"};

}  // namespace

ValueId BatchNorm(Builder& b, std::string_view layer, ValueId x, double epsilon, double gain) {
  const int64_t channels = b.dim(x, 1);
  const Moments& in = b.moments(x);
  std::vector<float> scale, shift, mean, var;
  Moments out{{}, {}};
  for (int64_t c = 0; c < channels; ++c) {
    const double gamma = std::sqrt(gain) * b.rng().Real(0.8, 1.2);
    const double beta = std::sqrt(gain) * (b.lift() + 0.2 * double{QuickNormal(b.rng())});
    scale.push_back(static_cast<float>(gamma));
    shift.push_back(static_cast<float>(beta));
    // Running statistics are near what a batch shows, never equal to it.
    const double deviation = std::sqrt(double{in.var_of(c)});
    mean.push_back(in.mean_of(c) + static_cast<float>(0.1 * deviation * b.rng().Real(-1, 1)));
    var.push_back(in.var_of(c) * static_cast<float>(b.rng().Real(0.9, 1.1)));
    out.mean.push_back(static_cast<float>(beta));
    out.var.push_back(static_cast<float>(gamma * gamma));
  }
  const ValueId y = b.Op("BatchNormalization", layer,
                         {x, b.Weight(layer, "weight", FloatTensor({channels}, std::move(scale))),
                          b.Weight(layer, "bias", FloatTensor({channels}, std::move(shift))),
                          b.Weight(layer, "running_mean", FloatTensor({channels}, std::move(mean))),
                          b.Weight(layer, "running_var", FloatTensor({channels}, std::move(var)))},
                         {{"epsilon", static_cast<float>(epsilon)}});
  b.SetMoments(y, std::move(out));
  return y;
}

ValueId Activate(Builder& b, std::string_view layer, ValueId x, Act act) {
  const Moments in = b.moments(x);
  const auto after_relu = [&](ValueId y) { return b.SetMoments(y, AfterRelu(in)); };
  switch (act) {
    case Act::kNone:
      return x;
    case Act::kRelu:
      return after_relu(b.Op("Relu", layer, {x}));
    case Act::kRelu6:
      return after_relu(
          b.Op("Clip", layer, {x, b.Scalar(layer, "min", 0), b.Scalar(layer, "max", 6)}));
    case Act::kLeakyRelu:
      return after_relu(b.Op("LeakyRelu", layer, {x}, {{"alpha", 0.1f}}));
    case Act::kTanh:
      return b.SetMoments(b.Op("Tanh", layer, {x}), Moments::Of(0, 0.4));
    case Act::kSigmoid:
      return b.SetMoments(b.Op("Sigmoid", layer, {x}), Moments::Of(0.5, 0.05));
    case Act::kSilu:
      return after_relu(b.Op("Mul", layer, {x, b.Op("Sigmoid", StrCat(layer, "_sigmoid"), {x})}));
    case Act::kGelu:
      return after_relu(b.Op("Gelu", layer, {x}));
    case Act::kSoftplus:
      return after_relu(b.Op("Softplus", layer, {x}));
  }
  return x;
}

ValueId ConvBn(Builder& b, std::string_view layer, ValueId x, int64_t filters,
               const ConvOptions& options, Act act, double epsilon) {
  const Builder::Scope scope(b, layer);
  x = BatchNorm(b, "bn", Conv(b, "conv", x, filters, options), epsilon);
  return Activate(b, kActNames[static_cast<size_t>(act)], x, act);
}

ValueId MaxPool(Builder& b, std::string_view layer, ValueId x, const PoolOptions& o) {
  return b.SetMoments(b.Op("MaxPool", layer, {x}, PoolAttrs(o)),
                      AfterMaxPool(b.moments(x), o.kernel * o.kernel));
}

ValueId AveragePool(Builder& b, std::string_view layer, ValueId x, const PoolOptions& o) {
  Attrs attrs = PoolAttrs(o);
  if (o.count_padding) attrs.Set("count_include_pad", int64_t{1});
  return b.SetMoments(b.Op("AveragePool", layer, {x}, std::move(attrs)),
                      AfterAveragePool(b.moments(x), o.kernel * o.kernel));
}

ValueId GlobalAveragePool(Builder& b, std::string_view layer, ValueId x) {
  return b.SetMoments(b.Op("GlobalAveragePool", layer, {x}),
                      AfterAveragePool(b.moments(x), b.dim(x, 2) * b.dim(x, 3)));
}

ValueId Flatten(Builder& b, std::string_view layer, ValueId x) {
  const Shape shape = b.shape(x);
  const ValueId y = b.Op("Flatten", layer, {x}, {{"axis", int64_t{1}}});
  if (shape.size() == 4) b.SetMoments(y, b.moments(x).Repeated(shape[2] * shape[3]));
  return y;
}

ValueId Linear(Builder& b, std::string_view layer, ValueId x, int64_t features, double gain) {
  FilterPlan plan{.shape = {features, b.dim(x, 1)}, .shaping = b.shaping(), .gain = gain};
  Filters drawn = DrawFilters(b.rng(), plan, b.moments(x));
  Tensor bias = CentringBias(b, drawn.out);
  const ValueId y = b.Op("Gemm", layer,
                         {x, b.Weight(layer, "weight", std::move(drawn.weights)),
                          b.Weight(layer, "bias", std::move(bias))},
                         {{"transB", int64_t{1}}});
  b.SetMoments(y, std::move(drawn.out));
  return y;
}

ValueId Dropout(Builder& b, std::string_view layer, ValueId x, float ratio) {
  return b.Op("Dropout", layer, {x, b.Scalar(layer, "ratio", ratio)});
}

ValueId Add(Builder& b, std::string_view layer, ValueId x, ValueId y) {
  return b.SetMoments(b.Op("Add", layer, {x, y}), AfterAdd(b.moments(x), b.moments(y)));
}

ValueId Concat(Builder& b, std::string_view layer, const std::vector<ValueId>& parts,
               int64_t axis) {
  const ValueId y = b.Op("Concat", layer, parts, {{"axis", axis}});
  if (axis != 1) return y;
  std::vector<Moments> moments;
  std::vector<int64_t> channels;
  for (const ValueId part : parts) {
    moments.push_back(b.moments(part));
    channels.push_back(b.dim(part, 1));
  }
  b.SetMoments(y, Concatenated(moments, channels));
  return y;
}

ValueId Reshape(Builder& b, std::string_view layer, ValueId x, std::vector<int64_t> shape) {
  return b.Op("Reshape", layer, {x, b.Ints(layer, "shape", std::move(shape))});
}

ValueId Transpose(Builder& b, std::string_view layer, ValueId x, std::vector<int64_t> order) {
  return b.Op("Transpose", layer, {x}, {{"perm", std::move(order)}});
}

ValueId Softmax(Builder& b, std::string_view layer, ValueId x, int64_t axis) {
  return b.SetMoments(b.Op("Softmax", layer, {x}, {{"axis", axis}}), Moments::Of(0, 1));
}

ValueId Slice(Builder& b, std::string_view layer, ValueId x, int64_t axis, int64_t start,
              int64_t end) {
  return b.Op("Slice", layer,
              {x, b.Ints(layer, "starts", {start}), b.Ints(layer, "ends", {end}),
               b.Ints(layer, "axes", {axis})});
}

ValueId Upsample(Builder& b, std::string_view layer, ValueId x, float factor) {
  return b.Op("Resize", layer,
              {x, kAbsent, b.Weight(layer, "scales", FloatTensor({4}, {1, 1, factor, factor}))},
              {{"mode", std::string("nearest")},
               {"coordinate_transformation_mode", std::string("asymmetric")},
               {"nearest_mode", std::string("floor")}});
}

ValueId ResizeTo(Builder& b, std::string_view layer, ValueId x, int64_t height, int64_t width) {
  return b.Op(
      "Resize", layer,
      {x, kAbsent, kAbsent, b.Ints(layer, "sizes", {b.dim(x, 0), b.dim(x, 1), height, width})},
      {{"mode", std::string("linear")},
       {"coordinate_transformation_mode", std::string("half_pixel")}});
}

}  // namespace assay::zoo
