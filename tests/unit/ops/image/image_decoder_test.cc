#include "tests/unit/ops/op_test.h"

namespace assay::ops::image_decoder_test {
namespace {

using testing::ElementsAre;

Known Bytes(const std::string& text) {
  std::vector<double> bytes;
  for (const char c : text) bytes.push_back(static_cast<unsigned char>(c));
  return Numbers(DType::kUint8, {static_cast<int64_t>(bytes.size())}, bytes);
}

TEST(ImageDecoder, PixelFormats) {
  const Known image = Bytes("P3 1 1 255 200 100 50 ");
  EXPECT_THAT(Values(RunOp("ImageDecoder", {}, {image})), ElementsAre(200, 100, 50));
  EXPECT_THAT(Values(RunOp("ImageDecoder", {{"pixel_format", std::string("BGR")}}, {image})),
              ElementsAre(50, 100, 200));
  EXPECT_THAT(Values(RunOp("ImageDecoder", {{"pixel_format", std::string("Grayscale")}}, {image})),
              ElementsAre(124));  // 59.8 + 58.7 + 5.7
}

TEST(ImageDecoder, WhatCannotBeDecodedIsOpen) {
  EXPECT_TRUE(IsUndetermined(RunOp("ImageDecoder", {}, {Bytes("no image")})));
  EXPECT_TRUE(IsUndetermined(RunOp("ImageDecoder", {}, {Bytes("")})));
  EXPECT_FALSE(
      RunOp("ImageDecoder", {{"pixel_format", std::string("CMYK")}}, {Bytes("P3 1 1 255 1 2 3 ")})
          .ok());
}

}  // namespace
}  // namespace assay::ops::image_decoder_test
