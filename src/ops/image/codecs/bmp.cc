#include <cstdlib>

#include "ops/image/codecs/codecs.h"

namespace assay::ops {
namespace {

int64_t Little(EncodedBytes data, size_t at, int bytes) {
  int64_t value = 0;
  for (int i = bytes; i-- > 0;) value = value << 8 | data[at + static_cast<size_t>(i)];
  return value;
}

struct Header {
  int64_t pixels, width, height, bits, colours, palette;
  bool top_down;
};

Result<Header> ReadHeader(EncodedBytes data) {
  if (data.size() < 54) return Reject("a BMP file of less than 54 bytes");
  const int64_t info = Little(data, 14, 4);
  if (info < 40 || info > 256) return Unsupported("a BMP header of another kind");
  Header h{};
  h.pixels = Little(data, 10, 4);
  h.width = static_cast<int32_t>(Little(data, 18, 4));
  const int64_t height = static_cast<int32_t>(Little(data, 22, 4));
  h.top_down = height < 0;
  h.height = std::abs(height);
  h.bits = Little(data, 28, 2);
  if (Little(data, 30, 4) != 0) return Unsupported("a compressed BMP");
  h.colours = Little(data, 46, 4);
  h.palette = 14 + info;
  if (h.colours == 0 && h.bits <= 8) h.colours = int64_t{1} << h.bits;
  if (!SizeIsSane(h.width, h.height)) return Reject("a BMP image of absurd size");
  if (h.bits != 1 && h.bits != 4 && h.bits != 8 && h.bits != 24 && h.bits != 32)
    return Unsupported("a BMP with an unusual number of bits");
  return h;
}

}  // namespace

Result<Pixels> DecodeBmp(EncodedBytes data) {
  ASSAY_ASSIGN(const Header h, ReadHeader(data));
  const auto size = static_cast<int64_t>(data.size());
  const int64_t stride = (h.width * h.bits + 31) / 32 * 4;
  if (h.pixels < 54 || h.pixels > size || (size - h.pixels) / stride < h.height)
    return Reject("a BMP file that ends too early");
  if (h.bits <= 8 && (h.colours > 256 || h.palette + 4 * h.colours > size))
    return Reject("a BMP palette beyond the end");
  Pixels out{.width = h.width, .height = h.height, .rgb = {}, .alpha = {}};
  out.rgb.reserve(static_cast<size_t>(3 * h.width * h.height));
  for (int64_t y = 0; y < h.height; ++y) {
    const auto row = static_cast<size_t>(h.pixels + (h.top_down ? y : h.height - 1 - y) * stride);
    for (int64_t x = 0; x < h.width; ++x) {
      auto at = row + static_cast<size_t>(x * h.bits / 8);
      if (h.bits <= 8) {
        const int shift = static_cast<int>(8 - h.bits - x * h.bits % 8);
        const int64_t colour = data[at] >> shift & ((1 << h.bits) - 1);
        if (colour >= h.colours) return Reject("a BMP pixel outside the palette");
        at = static_cast<size_t>(h.palette + 4 * colour);
      }
      for (size_t c = 3; c-- > 0;) out.rgb.push_back(data[at + c]);
    }
  }
  return out;
}

}  // namespace assay::ops
