#include "ops/image/codecs/codecs.h"

#ifdef ASSAY_WITH_PNG
#include <png.h>

#include <csetjmp>
#include <cstring>
#endif

namespace assay::ops {

#ifdef ASSAY_WITH_PNG
namespace {

void Fail(png_structp png, png_const_charp) {
  std::longjmp(*static_cast<std::jmp_buf*>(png_get_error_ptr(png)), 1);
}
void Silence(png_structp, png_const_charp) {}

void Read(png_structp png, png_bytep to, size_t count) {
  auto* rest = static_cast<EncodedBytes*>(png_get_io_ptr(png));
  if (count > rest->size()) png_error(png, "end of data");
  std::memcpy(to, rest->data(), count);
  *rest = rest->subspan(count);
}

// No object with a destructor lives in this function: the library leaves it by longjmp.
bool Decode(png_structp png, png_infop info, std::jmp_buf* back, Pixels* out,
            std::vector<uint8_t>* rgba, std::vector<png_bytep>* rows) {
  if (setjmp(*back) != 0) return false;
  png_set_user_limits(png, 1U << 20, 1U << 20);
  png_set_chunk_malloc_max(png, 16U << 20);
  png_read_info(png, info);
  out->width = png_get_image_width(png, info);
  out->height = png_get_image_height(png, info);
  if (!SizeIsSane(out->width, out->height)) return false;
  if (png_get_bit_depth(png, info) == 16) out->tolerance = 1;  // the low byte is dropped or rounded
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  if (png_get_rowbytes(png, info) != static_cast<size_t>(4 * out->width)) return false;
  rgba->resize(static_cast<size_t>(4 * out->width * out->height));
  for (int64_t y = 0; y < out->height; ++y) rows->push_back(rgba->data() + 4 * out->width * y);
  png_read_image(png, rows->data());
  return true;
}

}  // namespace

Result<Pixels> DecodePng(EncodedBytes data) {
  std::jmp_buf back;
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &back, Fail, Silence);
  if (png == nullptr) return Reject("the PNG decoder cannot start");
  png_infop info = png_create_info_struct(png);
  EncodedBytes rest = data;
  png_set_read_fn(png, &rest, Read);
  Pixels out;
  std::vector<uint8_t> rgba;
  std::vector<png_bytep> rows;
  const bool decoded = info != nullptr && Decode(png, info, &back, &out, &rgba, &rows);
  png_destroy_read_struct(&png, &info, nullptr);
  if (!decoded) return Reject("the PNG data cannot be decoded");
  for (size_t i = 0; i < rgba.size(); i += 4) {
    out.rgb.insert(out.rgb.end(), rgba.begin() + static_cast<std::ptrdiff_t>(i),
                   rgba.begin() + static_cast<std::ptrdiff_t>(i) + 3);
    out.alpha.push_back(rgba[i + 3]);
  }
  return out;
}
#else
Result<Pixels> DecodePng(EncodedBytes) { return Unsupported("this build has no PNG decoder"); }
#endif

}  // namespace assay::ops
