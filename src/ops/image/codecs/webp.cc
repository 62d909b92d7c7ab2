#include "ops/image/codecs/codecs.h"

#ifdef ASSAY_WITH_WEBP
#include <webp/decode.h>
#endif

namespace assay::ops {

#ifdef ASSAY_WITH_WEBP
Result<Pixels> DecodeWebp(EncodedBytes data) {
  // Lossy frames are converted from subsampled YUV, in which decoders differ.
  constexpr int kTolerance = 4;
  WebPBitstreamFeatures features;
  if (WebPGetFeatures(data.data(), data.size(), &features) != VP8_STATUS_OK)
    return Reject("the WebP data cannot be decoded");
  if (!SizeIsSane(features.width, features.height)) return Reject("a WebP image of absurd size");
  if (features.has_animation != 0) return Unsupported("an animated WebP");
  std::vector<uint8_t> rgba(static_cast<size_t>(features.width) *
                            static_cast<size_t>(features.height) * 4);
  if (WebPDecodeRGBAInto(data.data(), data.size(), rgba.data(), rgba.size(), features.width * 4) ==
      nullptr)
    return Reject("the WebP data cannot be decoded");
  Pixels out{.width = features.width,
             .height = features.height,
             .rgb = {},
             .alpha = {},
             .tolerance = features.format == 2 ? 0 : kTolerance};
  for (size_t i = 0; i < rgba.size(); i += 4) {
    for (size_t c = 0; c < 3; ++c) out.rgb.push_back(rgba[i + c]);
    if (features.has_alpha != 0) out.alpha.push_back(rgba[i + 3]);
  }
  return out;
}
#else
Result<Pixels> DecodeWebp(EncodedBytes) { return Unsupported("this build has no WebP decoder"); }
#endif

}  // namespace assay::ops
