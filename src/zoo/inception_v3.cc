// Inception v3 (Szegedy et al., 2015): factorised convolutions in parallel branches, without the
// auxiliary classifier, which exists only in training. Layer names follow the usual PyTorch
// implementation.
#include "base/strings.h"
#include "zoo/inputs.h"
#include "zoo/layers.h"

namespace assay::zoo {
namespace {

constexpr double kInceptionEpsilon = 1e-3;
constexpr PoolOptions kInceptionHalving = {.kernel = 3, .stride = 2};
constexpr PoolOptions kSmoothing = {.kernel = 3, .stride = 1, .padding = 1, .count_padding = true};

class Inception {
 public:
  explicit Inception(Builder& b) : b_(b) {}

  ValueId Run(ValueId x) {
    x = Stem(x);
    x = BlockA("Mixed_5b", x, 32);
    x = BlockA("Mixed_5c", x, 64);
    x = BlockA("Mixed_5d", x, 64);
    x = BlockB("Mixed_6a", x);
    x = BlockC("Mixed_6b", x, 128);
    x = BlockC("Mixed_6c", x, 160);
    x = BlockC("Mixed_6d", x, 160);
    x = BlockC("Mixed_6e", x, 192);
    x = BlockD("Mixed_7a", x);
    x = BlockE("Mixed_7b", x);
    return BlockE("Mixed_7c", x);
  }

 private:
  int64_t Width(int64_t full) const { return b_.Pick(full / 16, full); }

  ValueId Basic(std::string_view layer, ValueId x, int64_t filters, const ConvOptions& options) {
    return ConvBn(b_, layer, x, Width(filters), options, Act::kRelu, kInceptionEpsilon);
  }
  ValueId Point(std::string_view layer, ValueId x, int64_t filters) {
    return Basic(layer, x, filters, {.kernel = 1});
  }
  ValueId Row(std::string_view layer, ValueId x, int64_t filters, int64_t length) {
    return Basic(layer, x, filters, {.kernel = 1, .kernel_w = length});
  }
  ValueId Column(std::string_view layer, ValueId x, int64_t filters, int64_t length) {
    return Basic(layer, x, filters, {.kernel = length, .kernel_w = 1});
  }
  ValueId Halve(std::string_view layer, ValueId x, int64_t filters) {
    return Basic(layer, x, filters, {.stride = 2, .padding = Padding::kValid});
  }
  ValueId PoolBranch(ValueId x, int64_t filters) {
    return Point("branch_pool", AveragePool(b_, "pool", x, kSmoothing), filters);
  }

  ValueId Stem(ValueId x) {
    x = Halve("Conv2d_1a_3x3", x, 32);
    x = Basic("Conv2d_2a_3x3", x, 32, {.padding = Padding::kValid});
    x = MaxPool(b_, "maxpool1", Basic("Conv2d_2b_3x3", x, 64, {}), kInceptionHalving);
    x = Point("Conv2d_3b_1x1", x, 80);
    x = Basic("Conv2d_4a_3x3", x, 192, {.padding = Padding::kValid});
    return MaxPool(b_, "maxpool2", x, kInceptionHalving);
  }

  ValueId BlockA(std::string_view name, ValueId x, int64_t pool_filters) {
    const Builder::Scope scope(b_, name);
    const ValueId one = Point("branch1x1", x, 64);
    const ValueId five = Basic("branch5x5_2", Point("branch5x5_1", x, 48), 64, {.kernel = 5});
    ValueId three = Basic("branch3x3dbl_2", Point("branch3x3dbl_1", x, 64), 96, {});
    three = Basic("branch3x3dbl_3", three, 96, {});
    return Concat(b_, "concat", {one, five, three, PoolBranch(x, pool_filters)});
  }

  ValueId BlockB(std::string_view name, ValueId x) {
    const Builder::Scope scope(b_, name);
    const ValueId three = Halve("branch3x3", x, 384);
    ValueId twice = Basic("branch3x3dbl_2", Point("branch3x3dbl_1", x, 64), 96, {});
    twice = Halve("branch3x3dbl_3", twice, 96);
    return Concat(b_, "concat", {three, twice, MaxPool(b_, "branch_pool", x, kInceptionHalving)});
  }

  ValueId BlockC(std::string_view name, ValueId x, int64_t c) {
    const Builder::Scope scope(b_, name);
    const ValueId one = Point("branch1x1", x, 192);
    ValueId seven = Row("branch7x7_2", Point("branch7x7_1", x, c), c, 7);
    seven = Column("branch7x7_3", seven, 192, 7);
    ValueId twice = Column("branch7x7dbl_2", Point("branch7x7dbl_1", x, c), c, 7);
    twice = Row("branch7x7dbl_3", twice, c, 7);
    twice = Row("branch7x7dbl_5", Column("branch7x7dbl_4", twice, c, 7), 192, 7);
    return Concat(b_, "concat", {one, seven, twice, PoolBranch(x, 192)});
  }

  ValueId BlockD(std::string_view name, ValueId x) {
    const Builder::Scope scope(b_, name);
    const ValueId three = Halve("branch3x3_2", Point("branch3x3_1", x, 192), 320);
    ValueId seven = Row("branch7x7x3_2", Point("branch7x7x3_1", x, 192), 192, 7);
    seven = Halve("branch7x7x3_4", Column("branch7x7x3_3", seven, 192, 7), 192);
    return Concat(b_, "concat", {three, seven, MaxPool(b_, "branch_pool", x, kInceptionHalving)});
  }

  // A 1x3 and a 3x1 beside each other.
  ValueId Fork(std::string_view prefix, ValueId x) {
    const ValueId row = Row(StrCat(prefix, "a"), x, 384, 3);
    return Concat(b_, StrCat(prefix, "_concat"), {row, Column(StrCat(prefix, "b"), x, 384, 3)});
  }

  ValueId BlockE(std::string_view name, ValueId x) {
    const Builder::Scope scope(b_, name);
    const ValueId one = Point("branch1x1", x, 320);
    const ValueId three = Fork("branch3x3_2", Point("branch3x3_1", x, 384));
    const ValueId before = Basic("branch3x3dbl_2", Point("branch3x3dbl_1", x, 448), 384, {});
    const ValueId twice = Fork("branch3x3dbl_3", before);
    return Concat(b_, "concat", {one, three, twice, PoolBranch(x, 192)});
  }

  Builder& b_;
};

}  // namespace

Subject BuildInceptionV3(Size size, Rng& rng) {
  Builder b("inception-v3", kOpset, size, rng);
  // 75 is the least size that every layer admits.
  ValueId x = b.Input("image", Photo(rng, b.Pick<int64_t>(75, 299), Norm::kSigned));
  x = Inception(b).Run(x);
  b.Head();
  x = Flatten(b, "flatten", GlobalAveragePool(b, "avgpool", x));
  x = Dropout(b, "dropout", x, 0.5f);
  b.Output(Linear(b, "fc", x, b.Pick<int64_t>(16, 1000)), "logits");
  return b.Finish();
}

}  // namespace assay::zoo
