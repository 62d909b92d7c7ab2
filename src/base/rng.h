// Rng: the only source of randomness. Same seed, same sequence, on every machine.
#pragma once

#include <cstdint>
#include <span>

namespace assay {

// xoshiro256** seeded by splitmix64. Cheap to copy; not thread-safe.
class Rng {
 public:
  explicit Rng(uint64_t seed);

  uint64_t Next();
  // Uniform in [lo, hi], both included. Needs lo <= hi.
  int64_t Int(int64_t lo, int64_t hi);
  // Uniform in [0, 1).
  double Unit();
  double Real(double lo, double hi) { return lo + (hi - lo) * Unit(); }
  double Normal();
  bool Chance(double probability) { return Unit() < probability; }
  template <typename T>
  const T& Pick(std::span<const T> from) {
    return from[static_cast<size_t>(Int(0, static_cast<int64_t>(from.size()) - 1))];
  }
  // An independent generator, a function of this one's state.
  Rng Split() { return Rng(Next()); }

 private:
  uint64_t state_[4];
};

}  // namespace assay
