// A fast 64-bit hash for signatures and corpus identities (not cryptographic).
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace assay {

inline uint64_t HashMix(uint64_t h) {
  h ^= h >> 32;
  h *= 0xd6e8feb86659fd93u;
  h ^= h >> 32;
  h *= 0xd6e8feb86659fd93u;
  h ^= h >> 32;
  return h;
}

inline uint64_t HashCombine(uint64_t a, uint64_t b) {
  return HashMix(a ^ (b + 0x9e3779b97f4a7c15u + (a << 6) + (a >> 2)));
}

inline uint64_t HashBytes(std::string_view bytes, uint64_t seed = 0) {
  uint64_t h = HashMix(seed ^ bytes.size());
  size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    uint64_t word;
    std::memcpy(&word, bytes.data() + i, 8);
    h = HashCombine(h, word);
  }
  uint64_t tail = 0;
  if (i < bytes.size()) std::memcpy(&tail, bytes.data() + i, bytes.size() - i);
  return HashCombine(h, tail);
}

}  // namespace assay
