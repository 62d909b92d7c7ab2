#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "ops/image/codecs/codecs.h"

namespace assay::ops {
namespace {

using testing::ElementsAre;

Result<Pixels> Decode(const std::string& text) {
  return DecodePnm({reinterpret_cast<const uint8_t*>(text.data()), text.size()});
}

TEST(Pnm, AllKinds) {
  EXPECT_THAT(Decode("P1\n# a comment\n2 1\n10")->rgb, ElementsAre(0, 0, 0, 255, 255, 255));
  EXPECT_THAT(Decode("P2 1 1 255 7 ")->rgb, ElementsAre(7, 7, 7));
  EXPECT_THAT(Decode("P3 1 1 255 1 2 3")->rgb, ElementsAre(1, 2, 3));
  EXPECT_THAT(Decode("P4 2 1\n\x40")->rgb, ElementsAre(255, 255, 255, 0, 0, 0));
  EXPECT_THAT(Decode("P5 1 1 255\n\x09")->rgb, ElementsAre(9, 9, 9));
  EXPECT_THAT(Decode("P6 1 1 255\nabc")->rgb, ElementsAre('a', 'b', 'c'));
}

TEST(Pnm, ScalesOtherRanges) {
  const auto image = Decode("P2 1 1 3 1");
  EXPECT_THAT(image->rgb, ElementsAre(85, 85, 85));
  EXPECT_EQ(image->tolerance, 1);
}

TEST(Pnm, Refuses) {
  EXPECT_FALSE(Decode("P6 1 1 255\nab").ok());
  EXPECT_FALSE(Decode("P3 99999999 99999999 255 1").ok());
  EXPECT_FALSE(Decode("P2 1 1 0 0").ok());
  EXPECT_FALSE(Decode("P2 1 1 3 9").ok());
  EXPECT_FALSE(Decode("P5").ok());
}

}  // namespace
}  // namespace assay::ops
