#include "web/query.h"

#include <gtest/gtest.h>

namespace assay::web {
namespace {

TEST(Query, DecodesWhatIsWellFormed) {
  const auto query = Query::Parse("a=1&b=x%20y+z&c=&d&e=%C3%A4%3C");
  ASSERT_TRUE(query.ok()) << query.error().message;
  EXPECT_EQ(query->Text("a"), "1");
  EXPECT_EQ(query->Text("b"), "x y z");
  EXPECT_TRUE(query->Has("c"));
  EXPECT_TRUE(query->Has("d"));
  EXPECT_EQ(query->Text("e"), "ä<");
  EXPECT_FALSE(query->Has("f"));
  EXPECT_TRUE(Query::Parse("")->Allow({}).ok());
}

TEST(Query, RefusesWhatIsNot) {
  for (const char* bad :
       {"a=%", "a=%4", "a=%zz", "a=%00", "a=%0a", "a=%ff", "a=%C0%80", "a=1&a=2", "a=%ED%A0%80"})
    EXPECT_FALSE(Query::Parse(bad).ok()) << bad;
  std::string many;
  for (int i = 0; i < 40; ++i) many += "p" + std::to_string(i) + "=1&";
  EXPECT_FALSE(Query::Parse(many).ok());
}

TEST(Query, ChecksNumbersFlagsAndChoices) {
  const Query query = *Query::Parse("n=7&bad=7x&big=99999999999999999999&minus=-1&f=1&w=up");
  EXPECT_EQ(*query.Int("n", 0, 1, 10), 7);
  EXPECT_EQ(*query.Int("missing", 5, 1, 10), 5);
  for (const char* name : {"bad", "big", "minus"}) EXPECT_FALSE(query.Int(name, 0, 0, 100).ok());
  EXPECT_FALSE(query.Int("n", 0, 8, 10).ok());
  EXPECT_TRUE(*query.Flag("f", false));
  EXPECT_FALSE(query.Flag("n", false).ok());
  EXPECT_EQ(*query.OneOf("w", "down", {"up", "down"}), "up");
  EXPECT_EQ(*query.OneOf("missing", "down", {"up", "down"}), "down");
  EXPECT_FALSE(query.OneOf("n", "down", {"up", "down"}).ok());
  EXPECT_FALSE(query.Allow({"n"}).ok());
}

TEST(Escapes, KnowUtf8) {
  EXPECT_TRUE(IsUtf8("plain ä € 😀"));
  for (const char* bad : {"\x80", "\xc3", "\xe2\x82", "\xf0\x9f\x98", "\xf4\x90\x80\x80",
                          "\xe0\x80\x80", "\xc1\xbf", "\xff"})
    EXPECT_FALSE(IsUtf8(bad));
}

}  // namespace
}  // namespace assay::web
