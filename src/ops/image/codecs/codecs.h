// Decoders of image files, for ImageDecoder. Input is hostile: sizes are checked before anything is
// allocated.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"

namespace assay::ops {

struct Pixels {
  int64_t width = 0, height = 0;
  std::vector<uint8_t> rgb;    // row-major, three bytes per pixel
  std::vector<uint8_t> alpha;  // empty: opaque
  int tolerance = 0;           // how far another correct decoder may be off (lossy formats)
};

using EncodedBytes = std::span<const uint8_t>;

// Larger images are refused.
inline constexpr int64_t kMaxPixels = int64_t{1} << 24;
inline bool SizeIsSane(int64_t width, int64_t height) {
  return width > 0 && height > 0 && width <= kMaxPixels && height <= kMaxPixels &&
         width * height <= kMaxPixels;
}

// Recognizes the format by its first bytes. Rejected: not decodable (the operator's empty image);
// Unsupported: a format or a variant of it that is legal but not covered in this build.
Result<Pixels> DecodeImage(EncodedBytes data);

// The single formats.
Result<Pixels> DecodeBmp(EncodedBytes data);
Result<Pixels> DecodePnm(EncodedBytes data);
Result<Pixels> DecodeJpeg(EncodedBytes data);
Result<Pixels> DecodePng(EncodedBytes data);
Result<Pixels> DecodeTiff(EncodedBytes data);
Result<Pixels> DecodeWebp(EncodedBytes data);
Result<Pixels> DecodeJpeg2000(EncodedBytes data);

}  // namespace assay::ops
