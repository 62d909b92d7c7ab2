// U-Net (Ronneberger et al., 2015) as published: convolutions without padding, so the maps that
// skip across are cropped to what came up.
#include <array>

#include "base/strings.h"
#include "zoo/inputs.h"
#include "zoo/layers.h"

namespace assay::zoo {
namespace {

constexpr size_t kLevels = 5;

ValueId TwoConvolutions(Builder& b, std::string_view name, ValueId x, int64_t filters) {
  const Builder::Scope scope(b, name);
  for (const int i : {1, 2}) {
    x = Conv(b, StrCat("conv", i), x, filters, {.padding = Padding::kValid, .bias = true});
    x = Activate(b, StrCat("relu", i), x, Act::kRelu);
  }
  return x;
}

ValueId CropTo(Builder& b, std::string_view layer, ValueId x, int64_t side) {
  const int64_t start = (b.dim(x, 2) - side) / 2;
  return b.Op("Slice", layer,
              {x, b.Ints(layer, "starts", {start, start}),
               b.Ints(layer, "ends", {start + side, start + side}), b.Ints(layer, "axes", {2, 3})});
}

}  // namespace

Subject BuildUNet(Size size, Rng& rng) {
  Builder b("unet", kOpset, size, rng);
  // 188 is the least size from which the way up leaves anything.
  const auto widths =
      b.Pick<std::array<int64_t, kLevels>>({2, 2, 4, 4, 8}, {64, 128, 256, 512, 1024});
  ValueId x = b.Input("image", Cells(rng, b.Pick<int64_t>(188, 572)));
  std::vector<ValueId> skips;
  for (size_t level = 0; level < kLevels; ++level) {
    x = TwoConvolutions(b, StrCat("down", level + 1), x, widths[level]);
    if (level + 1 == kLevels) break;
    skips.push_back(x);
    x = MaxPool(b, StrCat("pool", level + 1), x);
  }
  b.Head();
  for (size_t level = kLevels - 1; level-- > 0;) {
    const Builder::Scope scope(b, StrCat("up", level + 1));
    x = ConvTranspose(b, "upconv", x, widths[level], 2, 2, 0);
    x = Concat(b, "concat", {CropTo(b, "crop", skips[level], b.dim(x, 2)), x});
    x = TwoConvolutions(b, "double", x, widths[level]);
  }
  b.Output(Conv(b, "classifier", x, 2, {.kernel = 1, .bias = true}), "logits");
  return b.Finish();
}

}  // namespace assay::zoo
