#include "campaign/spool.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "base/files.h"
#include "base/strings.h"

namespace assay::campaign {
namespace {

class SpoolTest : public testing::Test {
 protected:
  SpoolTest() {
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path_ + suffix);
    store_.emplace(store::Store::Open(path_).value());
    store::SharedRow wanted;
    wanted.name = "night";
    wanted.config = "{}";
    store::AgentRow agent;
    agent.id = member_.agent = "a";
    member_.lane = store_->Join(wanted, agent).value();
    std::filesystem::remove_all(folder_);
    member_.spool = folder_;
  }
  std::vector<std::filesystem::path> Files() const {
    std::vector<std::filesystem::path> out;
    if (!std::filesystem::exists(folder_)) return out;
    for (const auto& entry : std::filesystem::directory_iterator(folder_))
      out.push_back(entry.path());
    return out;
  }
  // Steps `first` to `last` that cannot be written, each with a sighting of a finding of its own.
  void FailToWrite(Spool& spool, int64_t first, int64_t last) const {
    auto reader = store::Store::OpenForReading(path_);
    ASSERT_TRUE(reader.ok()) << reader.error().message;
    for (int64_t n = first; n <= last; ++n) {
      spool.Add(Step(StrCat("f", n), n));
      ASSERT_FALSE(spool.Write(*reader).ok());
    }
  }
  store::CampaignStep Step(const std::string& finding, int64_t cases) const {
    store::CampaignStep step;
    step.campaign = member_.lane.campaign;
    step.tally = StrCat("{\"cases\":", cases, "}");
    step.cases = step.counted = step.done = cases;
    store::FindingRow row;
    row.id = finding;
    row.count = 1;
    step.findings = {row};
    return step;
  }
  const std::string path_ = testing::TempDir() + "/spool_test.db";
  const std::string folder_ = testing::TempDir() + "/spool_test";
  std::optional<store::Store> store_;
  Membership member_;
};

TEST_F(SpoolTest, WritesInOrderAndCountsItsSteps) {
  Spool spool(&member_);
  for (int64_t n = 1; n <= 3; ++n) {
    spool.Add(Step("f", n));
    ASSERT_TRUE(spool.Write(*store_).ok());
  }
  EXPECT_EQ(store_->Finding("f")->count, 3);
  EXPECT_EQ(store_->WholeCampaign(member_.lane.campaign)->value().steps, 3);
}

TEST_F(SpoolTest, WhatWasWrittenBeforeTheAnswerGotLostIsNotWrittenAgain) {
  store::CampaignStep first = Step("f", 1);
  first.agent = "a";
  first.number = 1;
  ASSERT_TRUE(store_->Commit(first).ok());  // as if its answer had never come
  Spool spool(&member_);
  spool.Add(Step("f", 1));
  ASSERT_TRUE(spool.Write(*store_).ok());
  spool.Add(Step("g", 2));
  ASSERT_TRUE(spool.Write(*store_).ok());
  EXPECT_EQ(store_->Finding("f")->count, 1);
  EXPECT_EQ(store_->Finding("g")->count, 1);
  EXPECT_EQ(store_->ShowTotals("night")->cases, 2);
}

TEST_F(SpoolTest, WhatCannotBeWrittenWaitsAndGrows) {
  Spool spool(&member_);
  auto reader = store::Store::OpenForReading(path_);  // cannot write
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  for (int64_t n = 1; n <= 3; ++n) {
    spool.Add(Step("f", n));
    EXPECT_FALSE(spool.Write(*reader).ok());
  }
  EXPECT_FALSE(spool.full());
  ASSERT_TRUE(spool.Write(*store_).ok());
  EXPECT_EQ(store_->Finding("f")->count, 3);
  EXPECT_EQ(store_->ShowTotals("night")->cases, 3);
}

TEST_F(SpoolTest, IsFullBeforeItEatsTheMemory) {
  Spool spool(&member_);
  store::CampaignStep large = Step("f", 1);
  large.state = std::string(size_t{65} << 20, 'x');
  spool.Add(std::move(large));
  EXPECT_TRUE(spool.full());
  ASSERT_TRUE(spool.Write(*store_).ok());
  EXPECT_FALSE(spool.full());
}

TEST_F(SpoolTest, ADeadAgentsSpoolIsWrittenByTheNext) {
  {
    Spool spool(&member_);
    FailToWrite(spool, 1, 4);
    ASSERT_EQ(Files().size(), 1u);
    EXPECT_TRUE(ReplaySpools(path_, folder_).empty()) << "its agent lives";
    EXPECT_FALSE(store_->TryFinding("f1")->has_value());
  }
  EXPECT_EQ(ReplaySpools(path_, folder_).size(), 1u);
  for (const char* id : {"f1", "f2", "f3", "f4"}) EXPECT_EQ(store_->Finding(id)->count, 1) << id;
  const store::SharedTotals totals = *store_->ShowTotals("night");
  EXPECT_EQ(totals.cases, 4);
  EXPECT_EQ(totals.agents + totals.duplicates + totals.missing, 0);
  EXPECT_TRUE(Files().empty());
  EXPECT_TRUE(ReplaySpools(path_, folder_).empty());
}

TEST_F(SpoolTest, NothingStaysOnDiskOnceAllIsWritten) {
  Spool spool(&member_);
  FailToWrite(spool, 1, 3);
  ASSERT_TRUE(spool.Write(*store_).ok());
  EXPECT_TRUE(Files().empty());
  FailToWrite(spool, 4, 4);
  EXPECT_EQ(Files().size(), 1u);
  ASSERT_TRUE(spool.Write(*store_).ok());
  EXPECT_TRUE(Files().empty());
  EXPECT_EQ(store_->ShowTotals("night")->cases, 4);
}

TEST_F(SpoolTest, AFileThatWasCutShortCountsAsFarAsItIsWhole) {
  {
    Spool spool(&member_);
    FailToWrite(spool, 1, 3);
  }
  const std::string file = Files().at(0).string();
  const auto bytes = ReadFile(file);
  ASSERT_TRUE(WriteFile(file, bytes->substr(0, bytes->size() - 5)).ok());
  EXPECT_EQ(ReplaySpools(path_, folder_).size(), 1u);
  EXPECT_EQ(store_->ShowTotals("night")->cases, 2);
  EXPECT_FALSE(store_->TryFinding("f3")->has_value());
}

TEST_F(SpoolTest, ALaneThatWasGivenAwayKeepsTheFindings) {
  ASSERT_TRUE(store_->Leave(member_.lane, "a", "").ok());
  store::SharedRow wanted;
  wanted.name = "night";
  wanted.config = "{}";
  store::AgentRow other;
  other.id = "b";
  ASSERT_EQ(store_->Join(wanted, other)->campaign, member_.lane.campaign);
  {
    Spool spool(&member_);
    spool.Add(Step("f", 1));
    const Status refused = spool.Write(*store_);
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::kRejected);
  }
  EXPECT_EQ(ReplaySpools(path_, folder_).size(), 1u);
  EXPECT_EQ(store_->Finding("f")->count, 1);
  EXPECT_EQ(store_->ShowTotals("night")->cases, 0);  // b runs them again
}

TEST_F(SpoolTest, TheFileIsBoundedAsTheMemoryIs) {
  constexpr size_t kState = size_t{1} << 20;
  {
    Spool spool(&member_);
    auto reader = store::Store::OpenForReading(path_);
    ASSERT_TRUE(reader.ok()) << reader.error().message;
    uintmax_t most = 0;
    for (int64_t n = 1; n <= 32; ++n) {
      store::CampaignStep step = Step(StrCat("f", n), n);
      step.state = std::string(kState, static_cast<char>('A' + n - 1));
      spool.Add(std::move(step));
      ASSERT_FALSE(spool.Write(*reader).ok());
      ASSERT_EQ(Files().size(), 1u);
      most = std::max(most, std::filesystem::file_size(Files()[0]));
    }
    // 32 MB came; two states are needed.
    EXPECT_LT(most, uintmax_t{24} << 20);
  }
  EXPECT_EQ(ReplaySpools(path_, folder_).size(), 1u);
  for (int64_t n = 1; n <= 32; ++n) EXPECT_EQ(store_->Finding(StrCat("f", n))->count, 1) << n;
  EXPECT_EQ(store_->WholeCampaign(member_.lane.campaign)->value().state,
            std::string(kState, static_cast<char>('A' + 31)));
}

TEST_F(SpoolTest, WhatIsNoSpoolIsSaidOnceAndPutAside) {
  std::filesystem::create_directories(folder_);
  ASSERT_TRUE(WriteFile(folder_ + "/x.spool", "rubbish").ok());
  const auto said = ReplaySpools(path_, folder_);
  ASSERT_EQ(said.size(), 1u);
  EXPECT_NE(said[0].find("x.spool"), std::string::npos);
  ASSERT_EQ(Files().size(), 1u);
  EXPECT_EQ(Files()[0].filename(), "x.spool.damaged");
  EXPECT_EQ(ReadFile(Files()[0].string()).value(), "rubbish");
  EXPECT_TRUE(ReplaySpools(path_, folder_).empty());
}

TEST_F(SpoolTest, NeitherPipesNorLinksNorFoldersHoldAnybodyUp) {
  std::filesystem::create_directories(folder_ + "/folder.spool");
  ASSERT_EQ(mkfifo((folder_ + "/pipe.spool").c_str(), 0600), 0);
  ASSERT_TRUE(WriteFile(testing::TempDir() + "/elsewhere", "rubbish").ok());
  std::filesystem::create_symlink(testing::TempDir() + "/elsewhere", folder_ + "/link.spool");
  EXPECT_TRUE(ReplaySpools(path_, folder_).empty());
  EXPECT_EQ(Files().size(), 3u);
}

TEST_F(SpoolTest, DraftsOfTheDeadAreRemovedButNotThoseOfTheLiving) {
  std::filesystem::create_directories(folder_);
  const std::string dead = folder_ + "/b.spool.new", living = folder_ + "/c.spool.new";
  for (const std::string& draft : {dead, living}) ASSERT_TRUE(WriteFile(draft, "half").ok());
  const int held = open(living.c_str(), O_RDWR | O_CLOEXEC);
  ASSERT_EQ(flock(held, LOCK_EX), 0);
  EXPECT_TRUE(ReplaySpools(path_, folder_).empty());
  ASSERT_EQ(Files().size(), 1u);
  EXPECT_EQ(Files()[0].string(), living);
  close(held);
}

TEST_F(SpoolTest, NobodyElseCanReadIt) {
  Spool spool(&member_);
  FailToWrite(spool, 1, 2);
  namespace fs = std::filesystem;
  EXPECT_EQ(fs::status(folder_).permissions(), fs::perms::owner_all);
  EXPECT_EQ(fs::status(Files().at(0)).permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(SpoolTest, AnAddressHasOneFolderWithAndWithoutItsPassword) {
  const std::string folder = SpoolFolder("postgresql://u@h/d", "night");
  EXPECT_EQ(SpoolFolder("postgresql://u:one@h/d", "night"), folder);
  EXPECT_NE(SpoolFolder("postgresql://u@h/e", "night"), folder);
  EXPECT_NE(SpoolFolder("postgresql://u@h/d", "day"), folder);
}

}  // namespace
}  // namespace assay::campaign
