#include "base/rng.h"

#include <cmath>

#include "base/check.h"

namespace assay {
namespace {

uint64_t SplitMix(uint64_t& x) {
  x += 0x9e3779b97f4a7c15u;
  uint64_t z = x;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

uint64_t Rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

}  // namespace

Rng::Rng(uint64_t seed) {
  for (uint64_t& s : state_) s = SplitMix(seed);
}

uint64_t Rng::Next() {
  const uint64_t result = Rotl(state_[1] * 5, 7) * 9;
  const uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = Rotl(state_[3], 45);
  return result;
}

int64_t Rng::Int(int64_t lo, int64_t hi) {
  ASSAY_CHECK(lo <= hi) << lo << " > " << hi;
  const uint64_t range = static_cast<uint64_t>(hi) - static_cast<uint64_t>(lo) + 1;
  if (range == 0) return static_cast<int64_t>(Next());
  uint64_t drawn = Next();
  // The last, incomplete block of `range` numbers would favour its members; below 2^32 by less than
  // 2^-32.
  if (range >> 32 != 0)
    while (drawn - drawn % range > 0 - range) drawn = Next();
  return static_cast<int64_t>(static_cast<uint64_t>(lo) + drawn % range);
}

double Rng::Unit() { return static_cast<double>(Next() >> 11) * 0x1p-53; }

double Rng::Normal() {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - Unit()));
  return radius * std::cos(6.283185307179586 * Unit());
}

}  // namespace assay
