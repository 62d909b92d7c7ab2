#include "store/address.h"

#include <gtest/gtest.h>

#include <filesystem>

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
  for (const char* plain :
       {"postgresql://u@h:5432/d", "postgresql:///d", "a:b@c.db", "postgresql://h:1,i:2/d?user=a@b",
        "postgresql://u@[::1]:5432/d", "postgresql://[::1]/d?user=a@b", "postgresql://u:@h/d",
        "postgresql:///d?host=/var/run&passfile=/p", "postgresql://h?user=a@b", "passwords.db"})
    EXPECT_EQ(WithoutPassword(plain), plain);
}

TEST(Address, PasswordsAreHiddenHoweverTheyAreWritten) {
  for (const char* odd :
       {"postgresql://u:x?SECRET@h/d", "postgresql://u:x/SECRET@h/d",
        "postgresql://u:12/SECRET@h/d", "postgresql://u:x@SECRET@h/d",
        "postgresql://u:x/SECRET?x@h/d", "postgresql://u:x?SECRET@h",
        "postgresql://u:a?b/SECRET@h/d", "postgresql://h/d?p%61ssword=SECRET",
        "postgresql://h/d?sslmode=require&%70assword=SECRET", "mysql://u:SECRET@h/d",
        "--store=postgresql://u:SECRET@h/d", "host=h password=SECRET dbname=d",
        "host=h password = 'SE CRET SECRET' dbname=d", "password=SECRET", "sslpassword=SECRET",
        "postgresql+psycopg2://u:SECRET@h/d"})
    EXPECT_EQ(WithoutPassword(odd).find("SECRET"), std::string::npos) << WithoutPassword(odd);
}

TEST(Address, WhatLibpqWouldReadOtherwiseIsRefusedWithoutAWordOfIt) {
  for (const char* odd :
       {"postgresql://u:x/SECRET@h/d", "postgresql://u:12/SECRET@h/d",
        "postgresql://u:SECRET%zz@h/d", "postgresql://u:x@SECRET@h/d",
        "postgresql://u:a@b:SECRET@h/d", "postgresql://h/d?password=x&SECRET",
        "postgresql://h/d?password=SECRET&nothing=1", "mysql://u:SECRET@h/d",
        "host=h password=SECRET", " dbname = d password='SECRET'", "PostgreSQL://u:SECRET@h/d"}) {
    const Status checked = CheckAddress(odd);
    ASSERT_FALSE(checked.ok()) << odd;
    EXPECT_EQ(checked.error().message.find("SECRET"), std::string::npos) << checked.error().message;
    for (const auto& store :
         {Store::Open(odd), Store::OpenForReading(odd), Store::OpenExisting(odd)}) {
      ASSERT_FALSE(store.ok()) << odd;
      EXPECT_EQ(store.error().message, checked.error().message);
    }
    EXPECT_FALSE(std::filesystem::exists(odd)) << "no file of that name";
  }
  for (const char* good :
       {"postgresql://u:x%2Fy@h/d?sslmode=verify-full&sslrootcert=/ca.pem",
        "postgresql://u:x?y@h/d", "postgresql://u:@h/d", "postgresql:///d?service=s",
        "postgres://u@h1:1,h2:2/d", "assay.db", "/a folder/x=1.db", "user.db"}) {
    const Status checked = CheckAddress(good);
    EXPECT_TRUE(checked.ok()) << checked.error().message;
  }
}

TEST(Address, AnAddressThatCannotBeReadSaysWhy) {
  const Status checked = CheckAddress("postgresql://u@h/d?sslmod=require");
  ASSERT_FALSE(checked.ok());
  EXPECT_NE(checked.error().message.find("sslmod"), std::string::npos);
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
