// Elements of 2 or 4 bits: one per byte on the wire, packed in frameworks, lowest bits first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace assay::worker {

// By ONNX's numbers; 0: the type is not smaller than a byte.
inline int SubByteBits(uint8_t type) {
  switch (type) {
    case 21:
    case 22:
    case 23:
      return 4;  // uint4, int4, float4e2m1
    case 25:
    case 26:
      return 2;  // uint2, int2
    default:
      return 0;
  }
}
inline bool IsSignedSubByte(uint8_t type) { return type == 22 || type == 26; }

inline std::string Pack(const char* elements, size_t count, int bits) {
  const size_t per_byte = 8 / static_cast<size_t>(bits);
  std::string out((count + per_byte - 1) / per_byte, '\0');
  const int mask = (1 << bits) - 1;
  for (size_t i = 0; i < count; ++i) {
    const int shift = static_cast<int>(i % per_byte) * bits;
    out[i / per_byte] = static_cast<char>(out[i / per_byte] | (elements[i] & mask) << shift);
  }
  return out;
}

// Signed elements fill their byte with the sign.
inline void Unpack(const char* packed, size_t count, int bits, bool is_signed, char* out) {
  const size_t per_byte = 8 / static_cast<size_t>(bits);
  const int range = 1 << bits;
  for (size_t i = 0; i < count; ++i) {
    const int byte = static_cast<uint8_t>(packed[i / per_byte]);
    int value = byte >> (static_cast<int>(i % per_byte) * bits) & (range - 1);
    if (is_signed && value >= range / 2) value -= range;
    out[i] = static_cast<char>(value);
  }
}

}  // namespace assay::worker
