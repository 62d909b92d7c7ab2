#include <cctype>

#include "ops/image/codecs/codecs.h"

namespace assay::ops {
namespace {

// Reads the header's numbers (and the samples of the plain formats); '#' comments run to the end of
// the line.
class Scanner {
 public:
  explicit Scanner(EncodedBytes data) : data_(data) {}

  std::optional<int64_t> Number() {
    Skip();
    if (at_ >= data_.size() || std::isdigit(data_[at_]) == 0) return std::nullopt;
    int64_t value = 0;
    for (; at_ < data_.size() && std::isdigit(data_[at_]) != 0; ++at_)
      if ((value = value * 10 + (data_[at_] - '0')) > (1 << 30)) return std::nullopt;
    return value;
  }
  std::optional<int64_t> Bit() {  // plain bitmaps need no blanks between the digits
    Skip();
    if (at_ >= data_.size() || (data_[at_] != '0' && data_[at_] != '1')) return std::nullopt;
    return data_[at_++] - '0';
  }
  // The samples of the binary formats follow one blank.
  EncodedBytes Rest() const { return at_ < data_.size() ? data_.subspan(at_ + 1) : EncodedBytes(); }

 private:
  void Skip() {
    while (at_ < data_.size() && (std::isspace(data_[at_]) != 0 || data_[at_] == '#')) {
      if (data_[at_] == '#')
        while (at_ < data_.size() && data_[at_] != '\n') ++at_;
      else
        ++at_;
    }
  }

  EncodedBytes data_;
  size_t at_ = 2;
};

std::optional<int64_t> BinarySample(EncodedBytes rest, int64_t i, int64_t width, int64_t channels,
                                    bool bitmap, int64_t largest) {
  if (bitmap) {
    const int64_t stride = (width + 7) / 8, byte = i / width * stride + i % width / 8;
    if (byte >= static_cast<int64_t>(rest.size())) return std::nullopt;
    return rest[static_cast<size_t>(byte)] >> (7 - i % width % 8) & 1;
  }
  (void)channels;
  const int64_t bytes = largest > 255 ? 2 : 1;
  if ((i + 1) * bytes > static_cast<int64_t>(rest.size())) return std::nullopt;
  const auto at = static_cast<size_t>(i * bytes);
  return bytes == 1 ? rest[at] : rest[at] << 8 | rest[at + 1];
}

}  // namespace

Result<Pixels> DecodePnm(EncodedBytes data) {
  const int kind = data[1] - '0';
  const bool binary = kind >= 4, bitmap = kind == 1 || kind == 4;
  const int64_t channels = kind == 3 || kind == 6 ? 3 : 1;
  Scanner scan(data);
  const auto width = scan.Number(), height = scan.Number();
  const auto largest = bitmap ? std::optional<int64_t>(1) : scan.Number();
  if (!width || !height || !largest || *largest < 1 || *largest > 65535)
    return Reject("a damaged PNM header");
  if (!SizeIsSane(*width, *height)) return Reject("a PNM image of absurd size");
  Pixels out{.width = *width,
             .height = *height,
             .rgb = {},
             .alpha = {},
             .tolerance = *largest == 255 || bitmap ? 0 : 1};
  const EncodedBytes rest = binary ? scan.Rest() : EncodedBytes();
  for (int64_t i = 0; i < *width * *height * channels; ++i) {
    auto sample = binary   ? BinarySample(rest, i, *width, channels, bitmap, *largest)
                  : bitmap ? scan.Bit()
                           : scan.Number();
    if (!sample || *sample > *largest) return Reject("PNM samples are missing or too large");
    if (bitmap) sample = 1 - *sample;  // 1 is black
    const auto byte = static_cast<uint8_t>((*sample * 255 + *largest / 2) / *largest);
    for (int64_t c = 0; c < (channels == 1 ? 3 : 1); ++c) out.rgb.push_back(byte);
  }
  return out;
}

}  // namespace assay::ops
