#include "onnx/read_context.h"

#include <gtest/gtest.h>

namespace assay::onnxio {
namespace {

TEST(ReadContext, Utf8) {
  for (const char* good : {"", "a", "plain text, longer than a word", "\xc3\xa9", "\xe2\x82\xac",
                           "\xf0\x9f\x98\x80", "eight by\xc3\xa9tes and more"})
    EXPECT_TRUE(IsUtf8(good)) << good;
  for (const char* bad :
       {"\x80", "\xc3", "\xc0\xaf", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
        "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xff", "long ascii before \xe2\x82"})
    EXPECT_FALSE(IsUtf8(bad)) << bad;
}

TEST(ReadContext, QuotedIsShortAndPrintable) {
  EXPECT_EQ(Quoted("a b"), "'a b'");
  EXPECT_EQ(Quoted("a\n"), "'a\\x0a'");
  EXPECT_EQ(Quoted("\xff"), "'\\xff'");
  EXPECT_EQ(Quoted("\xc3\xa9"), "'\xc3\xa9'");
  EXPECT_LT(Quoted(std::string(10000, 'a')).size(), 100u);
  EXPECT_TRUE(IsUtf8(Quoted(std::string(79, 'a') + "\xc3\xa9 and more")));
}

TEST(ReadContext, WithinPutsThePlaceFirst) {
  const Error error = Within("node 3", Unsupported("no"));
  EXPECT_EQ(error.message, "node 3: no");
  EXPECT_EQ(error.kind, ErrorKind::kUnsupported);
}

}  // namespace
}  // namespace assay::onnxio
