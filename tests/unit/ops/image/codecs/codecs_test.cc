#include "ops/image/codecs/codecs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/rng.h"

namespace assay::ops::codecs_test {
namespace {

EncodedBytes Bytes(const std::string& text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

TEST(Codecs, EveryHeadIsRecognizedAndDamageIsAnError) {
  const std::string heads[] = {"BM",
                               "P6",
                               "\xff\xd8\xff\xe0",
                               "\x89PNG\r\n\x1a\n",
                               std::string("II*\0", 4),
                               "RIFF....WEBPVP8 ",
                               std::string("\0\0\0\x0cjP  \r\n\x87\n", 12),
                               "\xff\x4f\xff\x51"};
  Rng rng(1);
  for (const std::string& head : heads)
    for (int trial = 0; trial < 50; ++trial) {
      std::string data = head;
      for (int64_t i = rng.Int(0, 300); i > 0; --i)
        data.push_back(static_cast<char>(rng.Int(0, 255)));
      EXPECT_FALSE(DecodeImage(Bytes(data)).ok());
    }
}

TEST(Codecs, SizesAreChecked) {
  EXPECT_TRUE(SizeIsSane(4096, 4096));
  EXPECT_FALSE(SizeIsSane(0, 5));
  EXPECT_FALSE(SizeIsSane(1 << 20, 1 << 20));
}

}  // namespace
}  // namespace assay::ops::codecs_test
