// ImageDecoder: decodes the bytes of an image file.
//
//   image[height, width, channels] as uint8, in RGB, BGR or grayscale
//
// Spec:  ONNX opset 20. BMP, JPEG, JPEG 2000, TIFF, PNG, WebP, PNM.
// Traps: lossy formats: decoders differ by a few levels; what becomes of transparency is not said;
// data that cannot be decoded gives
//        an empty matrix, of unspecified shape.
#include "ops/elementwise.h"
#include "ops/image/codecs/codecs.h"

namespace assay::ops {
namespace {

Result<int64_t> ChannelsOf(const Call& call) {
  const std::string format = call.AttrString("pixel_format", "RGB");
  if (format == "RGB" || format == "BGR") return 3;
  if (format == "Grayscale") return 1;
  return Invalid(StrCat("pixel_format is '", format, "'"));
}

Result<Types> InferImageDecoder(const InferCall& call) {
  ASSAY_ASSIGN(const int64_t channels, ChannelsOf(call));
  if (call.input(0).has_rank && call.input(0).rank() != 1)
    return Invalid(StrCat("ImageDecoder takes a list of bytes, not ", TypeText(call.input(0))));
  return OneType(
      TensorType(DType::kUint8, Dims{Dim::Unknown(), Dim::Unknown(), Dim::Known(channels)}));
}

// A level that other decoders may miss by `tolerance`.
Int Level(int64_t v, int tolerance) {
  return {v, std::max<int64_t>(0, v - tolerance), std::min<int64_t>(255, v + tolerance)};
}

// Luma by ITU-R BT.601, whose rounding differs between libraries; equal components stay as they
// are.
Int Gray(const uint8_t* p, int tolerance) {
  if (p[0] == p[1] && p[1] == p[2]) return Level(p[0], tolerance);
  return Level((299 * p[0] + 587 * p[1] + 114 * p[2] + 500) / 1000, tolerance + 1);
}

Result<Outputs> EvaluateImageDecoder(const EvalCall& call) {
  ASSAY_ASSIGN(const int64_t channels, ChannelsOf(call));
  ASSAY_ASSIGN(const std::vector<int64_t> values, call.Ints(0));
  std::vector<uint8_t> bytes;
  for (const int64_t v : values) bytes.push_back(static_cast<uint8_t>(v));
  const Result<Pixels> decoded = DecodeImage(bytes);
  if (!decoded.ok() && decoded.error().kind == ErrorKind::kRejected)
    return Undetermined(StrCat("ImageDecoder: ", decoded.error().message,
                               "; the result is an empty matrix of unspecified shape"));
  if (!decoded.ok()) return decoded.error();
  const bool reversed = call.AttrString("pixel_format", "RGB") == "BGR";
  Bounded out(DType::kUint8, Shape{decoded->height, decoded->width, channels});
  for (int64_t i = 0; i < decoded->height * decoded->width; ++i) {
    const uint8_t* p = decoded->rgb.data() + 3 * i;
    for (int64_t c = 0; c < channels; ++c)
      out.set(i * channels + c, channels == 1 ? Gray(p, decoded->tolerance)
                                              : Level(p[reversed ? 2 - c : c], decoded->tolerance));
    const bool transparent =
        !decoded->alpha.empty() && decoded->alpha[static_cast<size_t>(i)] != 255;
    for (int64_t c = 0; c < channels && transparent; ++c) out.SetUndetermined(i * channels + c);
  }
  return One(std::move(out));
}

}  // namespace

OpDef ImageDecoderDef() {
  return {.name = "ImageDecoder",
          .meaning = "decodes the bytes of an image file",
          .rounding = Rounding::kExact,
          .data_inputs = {1, 1},
          .infer = InferImageDecoder,
          .evaluate = EvaluateImageDecoder,
          .open = {{"levels of lossy formats",
                    "ONNX ImageDecoder: fixes JPEG's chroma upsampling, not its inverse transform"},
                   {"transparent pixels", "ONNX ImageDecoder: no text on alpha"},
                   {"the shape of the empty matrix",
                    "ONNX ImageDecoder: 'it will return an empty matrix'"}}};
}

}  // namespace assay::ops
