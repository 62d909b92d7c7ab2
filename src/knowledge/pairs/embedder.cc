#include "knowledge/pairs/embedder.h"

#include <algorithm>
#include <cmath>

namespace assay::knowledge {
namespace {

// Whole numbers: the compiler may sum them in any order.
int32_t Dot(const int8_t* a, const int8_t* b, size_t count) {
  int32_t sum = 0;
  for (size_t i = 0; i < count; ++i) sum += int32_t{a[i]} * int32_t{b[i]};
  return sum;
}

}  // namespace

Embedding MakeEmbedding(const std::vector<float>& values) {
  float largest = 0;
  for (const float value : values) largest = std::max(largest, std::abs(value));
  Embedding out;
  if (largest == 0) return out;
  for (const float value : values)
    out.values.push_back(static_cast<int8_t>(std::lround(value / largest * 127)));
  out.length = std::sqrt(Dot(out.values.data(), out.values.data(), out.values.size()));
  return out;
}

double Cosine(const Embedding& a, const Embedding& b) {
  if (a.values.empty() || a.values.size() != b.values.size()) return 0;
  return Dot(a.values.data(), b.values.data(), a.values.size()) / (a.length * b.length);
}

}  // namespace assay::knowledge
