#include "ops/image/codecs/codecs.h"

#ifdef ASSAY_WITH_OPENJPEG
#include <openjpeg.h>

#include <algorithm>
#include <cstring>
#include <memory>
#endif

namespace assay::ops {

#ifdef ASSAY_WITH_OPENJPEG
namespace {

constexpr int kJpeg2000Tolerance = 4;  // lossy files: rounding of the wavelet and colour transforms

struct Jpeg2000Memory {
  EncodedBytes data;
  size_t at = 0;
};

OPJ_SIZE_T Read(void* to, OPJ_SIZE_T count, void* user) {
  auto& file = *static_cast<Jpeg2000Memory*>(user);
  const size_t n = std::min(count, file.data.size() - file.at);
  if (n == 0) return static_cast<OPJ_SIZE_T>(-1);
  std::memcpy(to, file.data.data() + file.at, n);
  file.at += n;
  return n;
}
OPJ_OFF_T Skip(OPJ_OFF_T count, void* user) {
  auto& file = *static_cast<Jpeg2000Memory*>(user);
  if (count < 0) return -1;
  const size_t n = std::min(static_cast<size_t>(count), file.data.size() - file.at);
  file.at += n;
  return static_cast<OPJ_OFF_T>(n);
}
OPJ_BOOL Seek(OPJ_OFF_T to, void* user) {
  auto& file = *static_cast<Jpeg2000Memory*>(user);
  if (to < 0 || static_cast<size_t>(to) > file.data.size()) return OPJ_FALSE;
  file.at = static_cast<size_t>(to);
  return OPJ_TRUE;
}

using Stream = std::unique_ptr<opj_stream_t, decltype(&opj_stream_destroy)>;
using Codec = std::unique_ptr<opj_codec_t, decltype(&opj_destroy_codec)>;
using Image = std::unique_ptr<opj_image_t, decltype(&opj_image_destroy)>;

Result<Pixels> Convert(const opj_image_t& image) {
  const opj_image_comp_t& first = image.comps[0];
  const uint32_t count = image.numcomps;
  if (count != 1 && count != 3)
    return Unsupported("a JPEG 2000 image with neither one nor three components");
  if (image.color_space == OPJ_CLRSPC_SYCC || image.color_space == OPJ_CLRSPC_EYCC ||
      image.color_space == OPJ_CLRSPC_CMYK)
    return Unsupported("a JPEG 2000 image in another colour space");
  for (uint32_t c = 0; c < count; ++c) {
    const opj_image_comp_t& comp = image.comps[c];
    if (comp.w != first.w || comp.h != first.h || comp.prec != 8 || comp.sgnd != 0 ||
        comp.data == nullptr)
      return Unsupported("a JPEG 2000 image with subsampled, wide or signed components");
  }
  Pixels out{
      .width = first.w, .height = first.h, .rgb = {}, .alpha = {}, .tolerance = kJpeg2000Tolerance};
  for (size_t i = 0; i < static_cast<size_t>(first.w) * first.h; ++i)
    for (uint32_t c = 0; c < 3; ++c)
      out.rgb.push_back(
          static_cast<uint8_t>(std::clamp(image.comps[count == 1 ? 0 : c].data[i], 0, 255)));
  return out;
}

}  // namespace

Result<Pixels> DecodeJpeg2000(EncodedBytes data) {
  const bool raw = data.size() > 3 && data[0] == 0xff;
  const Codec codec(opj_create_decompress(raw ? OPJ_CODEC_J2K : OPJ_CODEC_JP2), opj_destroy_codec);
  const Stream stream(opj_stream_default_create(OPJ_TRUE), opj_stream_destroy);
  if (codec == nullptr || stream == nullptr) return Reject("the JPEG 2000 decoder cannot start");
  Jpeg2000Memory file{data};
  opj_stream_set_user_data(stream.get(), &file, nullptr);
  opj_stream_set_user_data_length(stream.get(), data.size());
  opj_stream_set_read_function(stream.get(), Read);
  opj_stream_set_skip_function(stream.get(), Skip);
  opj_stream_set_seek_function(stream.get(), Seek);
  opj_dparameters_t parameters;
  opj_set_default_decoder_parameters(&parameters);
  if (opj_setup_decoder(codec.get(), &parameters) == OPJ_FALSE)
    return Reject("the JPEG 2000 decoder cannot start");
  opj_decoder_set_strict_mode(codec.get(), OPJ_TRUE);
  opj_image_t* opened = nullptr;
  const bool header = opj_read_header(stream.get(), codec.get(), &opened) == OPJ_TRUE;
  const Image image(opened, opj_image_destroy);
  if (!header || image == nullptr || image->numcomps == 0 || image->numcomps > 4)
    return Reject("the JPEG 2000 header cannot be read");
  for (uint32_t c = 0; c < image->numcomps; ++c)
    if (!SizeIsSane(image->comps[c].w, image->comps[c].h))
      return Reject("a JPEG 2000 image of absurd size");
  if (opj_decode(codec.get(), stream.get(), image.get()) == OPJ_FALSE)
    return Reject("the JPEG 2000 data cannot be decoded");
  return Convert(*image);
}
#else
Result<Pixels> DecodeJpeg2000(EncodedBytes) {
  return Unsupported("this build has no JPEG 2000 decoder");
}
#endif

}  // namespace assay::ops
