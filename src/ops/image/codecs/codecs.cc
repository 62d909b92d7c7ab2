#include "ops/image/codecs/codecs.h"

#include <algorithm>
#include <string_view>

namespace assay::ops {

Result<Pixels> DecodeImage(EncodedBytes data) {
  const std::string_view head(reinterpret_cast<const char*>(data.data()),
                              std::min<size_t>(data.size(), 16));
  if (head.starts_with("BM")) return DecodeBmp(data);
  if (head.size() > 2 && head[0] == 'P' && head[1] >= '1' && head[1] <= '6') return DecodePnm(data);
  if (head.starts_with("\xff\xd8\xff")) return DecodeJpeg(data);
  if (head.starts_with("\x89PNG")) return DecodePng(data);
  if (head.starts_with(std::string_view("II*\0", 4)) ||
      head.starts_with(std::string_view("MM\0*", 4)))
    return DecodeTiff(data);
  if (head.starts_with("RIFF") && head.size() >= 12 && head.substr(8, 4) == "WEBP")
    return DecodeWebp(data);
  if (head.starts_with(std::string_view("\0\0\0\x0cjP  ", 8)) ||
      head.starts_with("\xff\x4f\xff\x51"))
    return DecodeJpeg2000(data);
  return Reject("the data begins like none of the known image formats");
}

}  // namespace assay::ops
