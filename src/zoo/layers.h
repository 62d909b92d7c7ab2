// The layers that most models share: convolutions, normalisation, activations, pools, linear maps.
//
// Each appends one or a few nodes and sets the moments of its result. Images are NCHW.
#pragma once

#include <string_view>
#include <vector>

#include "zoo/builder.h"

namespace assay::zoo {

enum class Padding {
  kSame,       // half of the kernel on every side
  kValid,      // none
  kSameUpper,  // auto_pad, as TensorFlow exports it
};

struct ConvOptions {
  int64_t kernel = 3;
  int64_t kernel_w = 0;  // 0: as `kernel`
  int64_t stride = 1;
  int64_t dilation = 1;
  int64_t groups = 1;
  Padding padding = Padding::kSame;
  bool bias = false;
  double gain = 1;  // wanted variance of the result
};

enum class Act { kNone, kRelu, kRelu6, kLeakyRelu, kTanh, kSigmoid, kSilu, kGelu, kSoftplus };

// A bias that moves the expected means in `out` to where rectifiers leave most of the variation, up
// to a small rest; `out` is changed accordingly.
Tensor CentringBias(Builder& b, Moments& out);

// Weights of a convolution, to be used by several nodes.
struct ConvWeights {
  ValueId weight = kAbsent;
  ValueId bias = kAbsent;
  Moments out;
};

Filters DrawConvFilters(Builder& b, ValueId x, int64_t filters, const ConvOptions& options);
ConvWeights MakeConvWeights(Builder& b, std::string_view layer, ValueId x, int64_t filters,
                            const ConvOptions& options);
ValueId ConvWith(Builder& b, std::string_view layer, ValueId x, const ConvWeights& weights,
                 const ConvOptions& options);
ValueId Conv(Builder& b, std::string_view layer, ValueId x, int64_t filters,
             const ConvOptions& options = {});
// One filter per channel.
ValueId DepthwiseConv(Builder& b, std::string_view layer, ValueId x, ConvOptions options);
// Doubles the image (kernel 4, stride 2, padding 1, or kernel 2, stride 2) unless told otherwise.
ValueId ConvTranspose(Builder& b, std::string_view layer, ValueId x, int64_t filters,
                      int64_t kernel, int64_t stride, int64_t padding);

// `gain`: variance of the result.
ValueId BatchNorm(Builder& b, std::string_view layer, ValueId x, double epsilon = 1e-5,
                  double gain = 1);
ValueId Activate(Builder& b, std::string_view layer, ValueId x, Act act);
// layer/conv, layer/bn and layer/<activation>.
ValueId ConvBn(Builder& b, std::string_view layer, ValueId x, int64_t filters,
               const ConvOptions& options = {}, Act act = Act::kRelu, double epsilon = 1e-5);

struct PoolOptions {
  int64_t kernel = 2;
  int64_t stride = 2;
  int64_t padding = 0;
  bool count_padding = false;  // average only
};
ValueId MaxPool(Builder& b, std::string_view layer, ValueId x, const PoolOptions& options = {});
ValueId AveragePool(Builder& b, std::string_view layer, ValueId x, const PoolOptions& options = {});
ValueId GlobalAveragePool(Builder& b, std::string_view layer, ValueId x);

ValueId Flatten(Builder& b, std::string_view layer, ValueId x);
// Gemm on [batch, features].
ValueId Linear(Builder& b, std::string_view layer, ValueId x, int64_t features, double gain = 1);
ValueId Dropout(Builder& b, std::string_view layer, ValueId x, float ratio);

ValueId Add(Builder& b, std::string_view layer, ValueId x, ValueId y);
ValueId Concat(Builder& b, std::string_view layer, const std::vector<ValueId>& parts,
               int64_t axis = 1);
ValueId Reshape(Builder& b, std::string_view layer, ValueId x, std::vector<int64_t> shape);
ValueId Transpose(Builder& b, std::string_view layer, ValueId x, std::vector<int64_t> order);
ValueId Softmax(Builder& b, std::string_view layer, ValueId x, int64_t axis);
// Elements start <= i < end of one axis.
ValueId Slice(Builder& b, std::string_view layer, ValueId x, int64_t axis, int64_t start,
              int64_t end);
// Nearest neighbour, or linear between pixel centres.
ValueId Upsample(Builder& b, std::string_view layer, ValueId x, float factor);
ValueId ResizeTo(Builder& b, std::string_view layer, ValueId x, int64_t height, int64_t width);

}  // namespace assay::zoo
