// PatchCore (Roth et al., 2021): features of Wide ResNet-50 at two depths, smoothed over their
// neighbourhood, against a memory bank of normal patches; the distance to the nearest is the
// anomaly.
#include <cmath>

#include "zoo/inputs.h"
#include "zoo/resnet.h"

namespace assay::zoo {
namespace {

constexpr PoolOptions kNeighbours = {.kernel = 3, .stride = 1, .padding = 1, .count_padding = true};

// [patches, features]
ValueId PatchFeatures(Builder& b, ValueId fine, ValueId coarse) {
  fine = AveragePool(b, "layer2_pool", fine, kNeighbours);
  coarse = AveragePool(b, "layer3_pool", coarse, kNeighbours);
  coarse = ResizeTo(b, "layer3_resize", coarse, b.dim(fine, 2), b.dim(fine, 3));
  const ValueId both = Concat(b, "concat", {fine, coarse});
  const Moments moments = b.moments(both);
  const int64_t features = b.dim(both, 1);
  const ValueId patches =
      Reshape(b, "patches", Transpose(b, "features_last", both, {0, 2, 3, 1}), {-1, features});
  b.SetMoments(patches, moments);
  return patches;
}

// Normal patches, distributed as the features are.
Tensor MemoryBank(Rng& rng, int64_t entries, int64_t features, const Moments& moments) {
  std::vector<float> out;
  for (int64_t i = 0; i < entries; ++i)
    for (int64_t c = 0; c < features; ++c)
      out.push_back(moments.mean_of(c) + std::sqrt(moments.var_of(c)) * QuickNormal(rng));
  return FloatTensor({entries, features}, std::move(out));
}

// The distance of each patch to its nearest entry: |a|^2 + |b|^2 - 2ab. [patches, 1]
ValueId NearestDistance(Builder& b, ValueId patches, const Tensor& bank) {
  const int64_t entries = bank.shape()[0], features = bank.shape()[1];
  std::vector<float> squares;
  for (int64_t i = 0; i < entries; ++i) {
    double sum = 0;
    for (int64_t c = 0; c < features; ++c) {
      const double x = bank.RealAt(i * features + c);
      sum += x * x;
    }
    squares.push_back(static_cast<float>(sum));
  }
  const ValueId own = b.Op("ReduceSumSquare", "own_squares", {patches},
                           {{"axes", std::vector<int64_t>{1}}, {"keepdims", int64_t{1}}});
  // The bank's squares come in with the product.
  const ValueId product =
      b.Op("Gemm", "products",
           {patches, b.Weight("products", "bank", bank),
            b.Weight("products", "squares", FloatTensor({entries}, std::move(squares)))},
           {{"alpha", -2.0f}, {"transB", int64_t{1}}});
  ValueId distance = b.Op("Add", "squared_distances", {product, own});
  distance = b.Op("Max", "not_negative", {distance, b.Scalar("not_negative", "zero", 0)});
  return b.Op("ReduceMin", "nearest", {b.Op("Sqrt", "distances", {distance})},
              {{"axes", std::vector<int64_t>{1}}, {"keepdims", int64_t{1}}});
}

// A Gaussian window that sums to 1, one per channel. [channels, 1, side, side]
Tensor Blur(int64_t side, double deviation) {
  std::vector<double> window;
  double sum = 0;
  const double middle = static_cast<double>(side - 1) / 2;
  for (int64_t i = 0; i < side * side; ++i) {
    const double y = static_cast<double>(i / side) - middle,
                 x = static_cast<double>(i % side) - middle;
    window.push_back(std::exp(-(x * x + y * y) / (2 * deviation * deviation)));
    sum += window.back();
  }
  std::vector<float> out;
  for (const double w : window) out.push_back(static_cast<float>(w / sum));
  return FloatTensor({1, 1, side, side}, std::move(out));
}

}  // namespace

Subject BuildPatchCore(Size size, Rng& rng) {
  Builder b("patchcore", kOpset, size, rng);
  const int64_t image = b.Pick<int64_t>(32, 224);
  ResNetPlan plan{.width = b.Pick<int64_t>(4, 64), .wider = 2, .stages = 3};
  const std::vector<ValueId> stages =
      ResNetStages(b, b.Input("image", Texture(rng, image, Norm::kImageNet)), plan);
  b.Head();
  const int64_t side = b.dim(stages[1], 2);
  const ValueId patches = PatchFeatures(b, stages[1], stages[2]);
  const Tensor bank =
      MemoryBank(rng, b.Pick<int64_t>(24, 1024), b.dim(patches, 1), b.moments(patches));
  const ValueId scores = NearestDistance(b, patches, bank);
  ValueId map = Reshape(b, "score_map", scores, {1, 1, side, side});
  map = ResizeTo(b, "score_resize", map, image, image);
  const int64_t window = b.Pick<int64_t>(9, 33), pad = window / 2;
  map = b.Op("Conv", "score_blur", {map, b.Weight("score_blur", "window", Blur(window, 4))},
             {{"pads", std::vector<int64_t>{pad, pad, pad, pad}}});
  b.Output(map, "anomaly_map");
  b.Output(b.Op("ReduceMax", "image_score", {scores}, {{"keepdims", int64_t{0}}}), "score");
  return b.Finish();
}

}  // namespace assay::zoo
