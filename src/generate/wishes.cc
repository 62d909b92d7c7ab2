#include "generate/wishes.h"

namespace assay::generate {
namespace {

// Sizes from `lo` to `hi` per axis.
struct Axis {
  int64_t lo, hi;
};

struct Wish {
  std::string_view op;
  int rank;
  Axis axes[4];
};

// Alphabetical; an operator with several wishes gets one of them.
constexpr Wish kWishes[] = {
    {"AffineGrid", 3, {{1, 2}, {2, 2}, {3, 3}}},
    {"AffineGrid", 3, {{1, 1}, {3, 3}, {4, 4}}},
    {"CausalConvWithState", 3, {{1, 2}, {1, 4}, {1, 5}}},
    {"DeformConv", 4, {{1, 2}, {1, 2}, {2, 4}, {2, 4}}},
    {"Det", 2, {{3, 3}, {3, 3}}},
    {"Det", 3, {{1, 3}, {2, 2}, {2, 2}}},
    {"LinearAttention", 3, {{1, 2}, {1, 4}, {2, 4}}},
    {"NonMaxSuppression", 3, {{1, 2}, {1, 6}, {4, 4}}},
    {"RotaryEmbedding", 4, {{1, 2}, {1, 2}, {1, 4}, {4, 4}}},
    {"STFT", 3, {{1, 2}, {3, 8}, {1, 1}}},
    {"STFT", 3, {{1, 2}, {3, 8}, {2, 2}}},
};

}  // namespace

std::optional<Shape> WishedShape(std::string_view op, Rng& rng) {
  const Wish* chosen = nullptr;
  int64_t matching = 0;
  for (const Wish& wish : kWishes)
    if (wish.op == op && rng.Int(0, matching++) == 0) chosen = &wish;
  if (chosen == nullptr) return std::nullopt;
  Shape shape;
  for (int i = 0; i < chosen->rank; ++i)
    shape.push_back(rng.Int(chosen->axes[i].lo, chosen->axes[i].hi));
  return shape;
}

}  // namespace assay::generate
