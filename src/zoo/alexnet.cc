// AlexNet (Krizhevsky et al., 2012): five convolutions, two of them with overlapping pools and
// local response normalisation, groups of two GPUs, three linear layers. CIFAR-10 images are
// enlarged to its 227.
#include "zoo/inputs.h"
#include "zoo/layers.h"

namespace assay::zoo {
namespace {

constexpr PoolOptions kOverlapping = {.kernel = 3, .stride = 2};

ValueId Normalise(Builder& b, std::string_view layer, ValueId x) {
  // Mostly a division by bias^beta.
  constexpr double kShrink = 0.5946;
  return b.SetMoments(
      b.Op("LRN", layer, {x},
           {{"size", int64_t{5}}, {"alpha", 1e-4f}, {"beta", 0.75f}, {"bias", 2.0f}}),
      AfterScale(b.moments(x), kShrink));
}

ValueId ConvRelu(Builder& b, std::string_view layer, ValueId x, int64_t filters,
                 ConvOptions options) {
  const Builder::Scope scope(b, layer);
  options.bias = true;
  return Activate(b, "relu", Conv(b, "conv", x, filters, options), Act::kRelu);
}

}  // namespace

Subject BuildAlexNet(Size size, Rng& rng) {
  Builder b("alexnet", kOpset, size, rng);
  const auto width = [&](int64_t full) { return b.Pick(full / 16, full); };
  // 67 is the least size that leaves one pixel after the last pool.
  ValueId x = b.Input("image", Photo(rng, b.Pick<int64_t>(67, 227), Norm::kCifar10));
  x = ConvRelu(b, "conv1", x, width(96), {.kernel = 11, .stride = 4, .padding = Padding::kValid});
  x = MaxPool(b, "pool1", Normalise(b, "norm1", x), kOverlapping);
  x = ConvRelu(b, "conv2", x, width(256), {.kernel = 5, .groups = 2});
  x = MaxPool(b, "pool2", Normalise(b, "norm2", x), kOverlapping);
  x = ConvRelu(b, "conv3", x, width(384), {});
  x = ConvRelu(b, "conv4", x, width(384), {.groups = 2});
  x = ConvRelu(b, "conv5", x, width(256), {.groups = 2});
  x = MaxPool(b, "pool5", x, kOverlapping);
  b.Head();
  x = Flatten(b, "flatten", x);
  x = Activate(b, "relu6", Linear(b, "fc6", x, b.Pick<int64_t>(64, 4096)), Act::kRelu);
  x = Dropout(b, "drop6", x, 0.5f);
  x = Activate(b, "relu7", Linear(b, "fc7", x, b.Pick<int64_t>(64, 4096)), Act::kRelu);
  x = Dropout(b, "drop7", x, 0.5f);
  b.Output(Softmax(b, "prob", Linear(b, "fc8", x, 10), 1), "probabilities");
  return b.Finish();
}

}  // namespace assay::zoo
