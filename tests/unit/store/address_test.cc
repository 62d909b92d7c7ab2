#include "store/address.h"

#include <gtest/gtest.h>

#include "store/postgres_sql.h"
#include "store/store.h"

namespace assay::store {
namespace {

TEST(Address, PasswordsAreHidden) {
  EXPECT_EQ(WithoutPassword("postgresql://u:geheim@h:1/d"), "postgresql://u:***@h:1/d");
  EXPECT_EQ(WithoutPassword("postgresql://u:a@b:c@h/d?x=y"), "postgresql://u:***@h/d?x=y");
  EXPECT_EQ(WithoutPassword("postgresql://h/d?password=p&sslmode=require"),
            "postgresql://h/d?password=***&sslmode=require");
  EXPECT_EQ(WithoutPassword("postgresql://h/d?sslmode=require&sslpassword=p"),
            "postgresql://h/d?sslmode=require&sslpassword=***");
  for (const char* plain : {"postgresql://u@h:5432/d", "postgresql:///d", "a:b@c.db"})
    EXPECT_EQ(WithoutPassword(plain), plain);
}

TEST(Address, NobodyThere) {
  const auto store = Store::Open("postgresql://nobody:geheim@127.0.0.1:1/none");
  ASSERT_FALSE(store.ok());
  EXPECT_EQ(store.error().message.find("geheim"), std::string::npos);
  EXPECT_NE(store.error().message.find("127.0.0.1"), std::string::npos);
}

TEST(PostgresSql, PlacesAndTimes) {
  EXPECT_EQ(PostgresSql("SELECT '?' WHERE a = ? AND b IN (?, 'it''s ?')"),
            "SELECT '?' WHERE a = $1 AND b IN ($2, 'it''s ?')");
  EXPECT_EQ(PostgresSql("SELECT CURRENT_TIMESTAMP").find("CURRENT"), std::string::npos);
}

TEST(PostgresSql, TextIsMadeFit) {
  EXPECT_EQ(PostgresText(std::string("a\0b", 3)), "ab");
  EXPECT_EQ(PostgresText("gr\xc3\xbc\xc3\x9f"), "gr\xc3\xbc\xc3\x9f");
  EXPECT_EQ(PostgresText("a\xff"), "a\xef\xbf\xbd");
  EXPECT_EQ(PostgresText("\xed\xa0\x80").find('\xed'), std::string::npos);  // half a pair
  EXPECT_EQ(PostgresText("\xe2\x82"), "\xef\xbf\xbd\xef\xbf\xbd");          // cut short
  EXPECT_EQ(FromHex("\\x00fF41"), std::string("\0\xff"
                                              "A",
                                              3));
}

}  // namespace
}  // namespace assay::store
