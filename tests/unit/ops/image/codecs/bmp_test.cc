#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/image/codecs/codecs.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;

std::vector<uint8_t> Header(uint8_t width, uint8_t height, uint8_t bits, uint8_t pixels) {
  std::vector<uint8_t> out(54, 0);
  out[0] = 'B';
  out[1] = 'M';
  out[10] = pixels;
  out[14] = 40;
  out[18] = width;
  out[22] = height;
  out[26] = 1;
  out[28] = bits;
  return out;
}

TEST(Bmp, RowsRunUpwardsAndColoursBackwards) {
  std::vector<uint8_t> data = Header(1, 2, 24, 54);
  data.insert(data.end(), {1, 2, 3, 0, 4, 5, 6, 0});
  const auto image = DecodeBmp(data);
  ASSERT_TRUE(image.ok());
  EXPECT_THAT(image->rgb, ElementsAre(6, 5, 4, 3, 2, 1));
}

TEST(Bmp, Palette) {
  std::vector<uint8_t> data = Header(2, 1, 1, 62);
  data[46] = 2;
  data.insert(data.end(), {0, 0, 0, 0, 30, 20, 10, 0});
  data.insert(data.end(), {0x40, 0, 0, 0});
  const auto image = DecodeBmp(data);
  ASSERT_TRUE(image.ok());
  EXPECT_THAT(image->rgb, ElementsAre(0, 0, 0, 10, 20, 30));
}

TEST(Bmp, Truncated) {
  std::vector<uint8_t> data = Header(1, 2, 24, 54);
  data.insert(data.end(), {1, 2, 3, 0, 4, 5, 6});
  EXPECT_FALSE(DecodeBmp(data).ok());
  EXPECT_FALSE(DecodeBmp(Header(200, 200, 32, 54)).ok());
}

}  // namespace
}  // namespace assay::ops
