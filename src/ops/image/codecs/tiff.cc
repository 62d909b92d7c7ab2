#include "ops/image/codecs/codecs.h"

#ifdef ASSAY_WITH_TIFF
#include <tiffio.h>

#include <algorithm>
#include <cstdarg>
#include <cstring>
#endif

namespace assay::ops {

#ifdef ASSAY_WITH_TIFF
namespace {

// A file in memory for the library's callbacks.
struct TiffMemory {
  EncodedBytes data;
  uint64_t at = 0;
};

tmsize_t Read(thandle_t handle, void* to, tmsize_t count) {
  auto& file = *static_cast<TiffMemory*>(handle);
  if (count <= 0 || file.at >= file.data.size()) return 0;
  const size_t n =
      std::min(static_cast<size_t>(count), file.data.size() - static_cast<size_t>(file.at));
  std::memcpy(to, file.data.data() + file.at, n);
  file.at += n;
  return static_cast<tmsize_t>(n);
}
tmsize_t Write(thandle_t, void*, tmsize_t) { return 0; }
toff_t Seek(thandle_t handle, toff_t offset, int whence) {
  auto& file = *static_cast<TiffMemory*>(handle);
  file.at = offset + (whence == SEEK_CUR ? file.at : whence == SEEK_END ? file.data.size() : 0);
  return file.at;
}
int Close(thandle_t) { return 0; }
toff_t Size(thandle_t handle) { return static_cast<TiffMemory*>(handle)->data.size(); }
int NoMap(thandle_t, void**, toff_t*) { return 0; }
void NoUnmap(thandle_t, void*, toff_t) {}
int Silence(TIFF*, void*, const char*, const char*, va_list) { return 1; }

TIFF* OpenMemory(TiffMemory& file) {
  TIFFOpenOptions* options = TIFFOpenOptionsAlloc();
  if (options == nullptr) return nullptr;
  TIFFOpenOptionsSetMaxSingleMemAlloc(options, tmsize_t{256} << 20);
  TIFFOpenOptionsSetErrorHandlerExtR(options, Silence, nullptr);
  TIFFOpenOptionsSetWarningHandlerExtR(options, Silence, nullptr);
  TIFF* tiff = TIFFClientOpenExt("image", "rm", &file, Read, Write, Seek, Close, Size, NoMap,
                                 NoUnmap, options);
  TIFFOpenOptionsFree(options);
  return tiff;
}

Result<Pixels> Convert(TIFF* tiff) {
  uint32_t width = 0, height = 0;
  uint16_t bits = 8, compression = COMPRESSION_NONE;
  TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &width);
  TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &height);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &bits);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &compression);
  if (!SizeIsSane(width, height)) return Reject("a TIFF image of absurd size");
  if (bits > 8 || compression == COMPRESSION_JPEG || compression == COMPRESSION_OJPEG)
    return Unsupported("a TIFF with wide samples or lossy compression");
  std::vector<uint32_t> raster(static_cast<size_t>(width) * height);
  if (TIFFReadRGBAImageOriented(tiff, width, height, raster.data(), ORIENTATION_TOPLEFT, 1) == 0)
    return Reject("the TIFF data cannot be decoded");
  Pixels out{.width = width, .height = height, .rgb = {}, .alpha = {}};
  for (const uint32_t pixel : raster) {
    for (const uint32_t byte : {TIFFGetR(pixel), TIFFGetG(pixel), TIFFGetB(pixel)})
      out.rgb.push_back(static_cast<uint8_t>(byte));
    out.alpha.push_back(static_cast<uint8_t>(TIFFGetA(pixel)));
  }
  return out;
}

}  // namespace

Result<Pixels> DecodeTiff(EncodedBytes data) {
  TiffMemory file{data};
  TIFF* tiff = OpenMemory(file);
  if (tiff == nullptr) return Reject("the TIFF data cannot be decoded");
  Result<Pixels> out = Convert(tiff);
  TIFFClose(tiff);
  return out;
}
#else
Result<Pixels> DecodeTiff(EncodedBytes) { return Unsupported("this build has no TIFF decoder"); }
#endif

}  // namespace assay::ops
