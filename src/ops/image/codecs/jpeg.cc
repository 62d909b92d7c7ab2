#include "ops/image/codecs/codecs.h"

#ifdef ASSAY_WITH_JPEG
#include <jpeglib.h>

#include <csetjmp>
#include <cstdio>
#endif

namespace assay::ops {

#ifdef ASSAY_WITH_JPEG
namespace {

// A progressive file may hold very many scans of the same image.
constexpr int kMaxScans = 200;
// Decoders differ in the inverse transform (one level either way) and in the conversion to RGB.
constexpr int kJpegTolerance = 4;

struct Failure {
  jpeg_error_mgr manager;  // first, as the library hands out a pointer to it
  std::jmp_buf back;
};

void Fail(j_common_ptr info) { std::longjmp(reinterpret_cast<Failure*>(info->err)->back, 1); }
void Silence(j_common_ptr, int) {}
void Quiet(j_common_ptr) {}
void WatchScans(j_common_ptr info) {
  if (info->is_decompressor != 0 &&
      reinterpret_cast<j_decompress_ptr>(info)->input_scan_number > kMaxScans)
    Fail(info);
}

// No object with a destructor lives in this function: the library leaves it by longjmp.
bool Decode(EncodedBytes data, jpeg_decompress_struct* info, Failure* failure,
            jpeg_progress_mgr* progress, Pixels* out) {
  if (setjmp(failure->back) != 0) return false;
  jpeg_create_decompress(info);
  info->progress = progress;
  info->mem->max_memory_to_use = 256L << 20;
  jpeg_mem_src(info, data.data(), static_cast<unsigned long>(data.size()));
  if (jpeg_read_header(info, TRUE) != JPEG_HEADER_OK) return false;
  if (!SizeIsSane(info->image_width, info->image_height)) return false;
  info->out_color_space = JCS_RGB;
  info->dct_method = JDCT_ISLOW;
  jpeg_start_decompress(info);
  if (info->output_components != 3) return false;
  out->width = info->output_width;
  out->height = info->output_height;
  out->rgb.resize(static_cast<size_t>(3 * out->width * out->height));
  while (info->output_scanline < info->output_height) {
    JSAMPROW row = out->rgb.data() + static_cast<size_t>(3 * out->width) * info->output_scanline;
    jpeg_read_scanlines(info, &row, 1);
  }
  jpeg_finish_decompress(info);
  return true;
}

}  // namespace

Result<Pixels> DecodeJpeg(EncodedBytes data) {
  jpeg_decompress_struct info{};
  Failure failure{};
  jpeg_progress_mgr progress{};
  progress.progress_monitor = WatchScans;
  info.err = jpeg_std_error(&failure.manager);
  failure.manager.error_exit = Fail;
  failure.manager.emit_message = Silence;
  failure.manager.output_message = Quiet;
  Pixels out;
  const bool decoded = Decode(data, &info, &failure, &progress, &out);
  const bool damaged = failure.manager.num_warnings > 0;
  jpeg_destroy_decompress(&info);
  if (!decoded) return Reject("the JPEG data cannot be decoded");
  if (damaged) return Unsupported("damaged JPEG data, which decoders repair in different ways");
  out.tolerance = kJpegTolerance;
  return out;
}
#else
Result<Pixels> DecodeJpeg(EncodedBytes) { return Unsupported("this build has no JPEG decoder"); }
#endif

}  // namespace assay::ops
