// What only PostgreSQL has: databases that others have made, roles with few rights, networks.
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <atomic>
#include <thread>

#include "store/store.h"
#include "tests/unit/store/place.h"

namespace assay::store {
namespace {

class PostgresTest : public testing::Test {
 protected:
  void SetUp() override {
    if (TestDatabase() == nullptr) GTEST_SKIP() << "a matter of PostgreSQL";
  }
  static void Execute(const std::string& where, const std::string& sql) {
    const auto database = Database::Open(where);
    ASSERT_TRUE(database.ok()) << database.error().message;
    const Status done = (*database)->Execute(sql.c_str());
    ASSERT_TRUE(done.ok()) << done.error().message;
  }
  // Another database of the same server.
  static std::string Beside(const std::string& name) {
    const std::string here = TestDatabase();
    return here.substr(0, here.rfind('/') + 1) + name;
  }
  static std::string AsRole(std::string address, const std::string& role) {
    const size_t begin = address.find("://") + 3;
    return address.replace(begin, address.find('@') - begin, role);
  }
  static SharedRow Wanted() {
    SharedRow row;
    row.name = "night";
    row.config = "{}";
    return row;
  }
};

TEST_F(PostgresTest, AgentsShareACampaignWhateverIsolationTheDatabaseHas) {
  const Place place("strict");
  const std::string path = place.path() + "%20-cdefault_transaction_isolation%3Dserializable";
  ASSERT_TRUE(Store::Open(path).ok());
  std::atomic<int> joined{0};
  std::vector<std::thread> agents;
  for (int i = 0; i < 8; ++i)
    agents.emplace_back([&, i] {
      auto store = Store::Open(path);
      ASSERT_TRUE(store.ok()) << store.error().message;
      AgentRow agent;
      agent.id = StrCat("a", i);
      const auto lane = store->Join(Wanted(), agent);
      EXPECT_TRUE(lane.ok()) << lane.error().message;
      joined += lane.ok() ? 1 : 0;
    });
  for (std::thread& agent : agents) agent.join();
  EXPECT_EQ(joined, 8);
}

TEST_F(PostgresTest, AServerThatHasGoneIsNoticedWhileItIsWaitedFor) {
  const Place place("alive");
  const auto store = Store::Open(place.path());
  ASSERT_TRUE(store.ok());
  bool found = false;
  for (int descriptor = 3; descriptor < 256; ++descriptor) {
    int on = 0, idle = 0, count = 0, every = 0;
    socklen_t size = sizeof(on);
    if (getsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &on, &size) != 0 || on == 0) continue;
    if (getsockopt(descriptor, IPPROTO_TCP, TCP_KEEPIDLE, &idle, &size) != 0) continue;
    getsockopt(descriptor, IPPROTO_TCP, TCP_KEEPCNT, &count, &size);
    getsockopt(descriptor, IPPROTO_TCP, TCP_KEEPINTVL, &every, &size);
    found = true;
    EXPECT_LE(idle + count * every, 30);
  }
  EXPECT_TRUE(found);
}

TEST_F(PostgresTest, WhatIsCommittedOnALostConnectionIsAnError) {
  const Place place("lost");
  const auto database = Database::Open(place.path());
  ASSERT_TRUE(database.ok());
  EXPECT_FALSE((*database)->Execute("SELECT pg_terminate_backend(pg_backend_pid())").ok());
  EXPECT_TRUE((*database)->lost());
  EXPECT_FALSE((*database)->Execute("COMMIT").ok());
  EXPECT_FALSE((*database)->Execute("ROLLBACK").ok());
  EXPECT_TRUE((*database)->Execute("BEGIN").ok()) << "connects again";
  EXPECT_TRUE((*database)->Execute("COMMIT").ok());
}

TEST_F(PostgresTest, ADatabaseThatCannotHoldEveryLetterIsRefused) {
  const std::string name = StrCat("latin_", getpid());
  Execute(TestDatabase(),
          StrCat("CREATE DATABASE ", name,
                 " ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0"));
  const auto store = Store::Open(Beside(name));
  ASSERT_FALSE(store.ok());
  EXPECT_NE(store.error().message.find("LATIN1"), std::string::npos) << store.error().message;
  EXPECT_NE(store.error().message.find("--encoding=UTF8"), std::string::npos);
  Execute(TestDatabase(), StrCat("DROP DATABASE ", name));
}

TEST_F(PostgresTest, TablesOfAnotherProgramAreLeftAsTheyAre) {
  const Place place("theirs");
  Execute(place.path(), "CREATE TABLE findings (theirs TEXT); INSERT INTO findings VALUES ('x')");
  const auto store = Store::Open(place.path());
  ASSERT_FALSE(store.ok());
  EXPECT_NE(store.error().message.find("another program (findings)"), std::string::npos)
      << store.error().message;
  const auto database = Database::Open(place.path());
  auto select = (*database)->Prepare("SELECT theirs FROM findings");
  ASSERT_TRUE(select->Step());
  EXPECT_EQ(select->Text(), "x");
  EXPECT_FALSE((*database)->engine().HoldsStore().value());
}

TEST_F(PostgresTest, ARoleWithFewRightsIsToldWhatItLacks) {
  const Place place("rights");
  const std::string role = StrCat("reader_", getpid());
  const std::string schema = StrCat("test_", getpid(), "_rights");
  Execute(TestDatabase(),
          StrCat("CREATE ROLE ", role, " LOGIN; GRANT USAGE ON SCHEMA ", schema, " TO ", role));
  const std::string theirs = AsRole(place.path(), role);
  const auto none = Store::Open(theirs);
  ASSERT_FALSE(none.ok());
  EXPECT_NE(none.error().message.find("GRANT USAGE, CREATE ON SCHEMA"), std::string::npos)
      << none.error().message;
  EXPECT_EQ(none.error().message.find("CREATE TABLE"), std::string::npos) << "our SQL";

  Store mine = Store::Open(place.path()).value();
  ASSERT_TRUE(mine.Join(Wanted(), AgentRow{.id = "a"}).ok());
  Execute(TestDatabase(), StrCat("GRANT SELECT ON ALL TABLES IN SCHEMA ", schema, " TO ", role));
  auto reader = Store::Open(theirs);
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  EXPECT_EQ(reader->ShowTotals("night")->agents, 1);
  const auto refused = reader->Join(Wanted(), AgentRow{.id = "b"});
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("GRANT SELECT, INSERT"), std::string::npos)
      << refused.error().message;
  Execute(TestDatabase(), StrCat("DROP OWNED BY ", role, "; DROP ROLE ", role));
}

TEST_F(PostgresTest, ADatabaseThatIsNotThereCanBeMade) {
  const auto store = Store::Open(Beside("nothing_here"));
  ASSERT_FALSE(store.ok());
  EXPECT_NE(store.error().message.find("createdb"), std::string::npos) << store.error().message;
}

TEST_F(PostgresTest, TextsAreUtf8WhateverTheAddressSays) {
  const Place place("letters");
  Store store = Store::Open(place.path() + "&client_encoding=LATIN1").value();
  FindingRow row;
  row.id = "f";
  row.message = "\xe2\x86\x92 \xc3\xa9";
  ASSERT_TRUE(store.AddFindings({row}, {}).ok());
  EXPECT_EQ(Store::Open(place.path())->Finding("f")->message, row.message);
}

}  // namespace
}  // namespace assay::store
