#include "base/files.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <thread>
#include <vector>

namespace assay {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  Files() : dir_(fs::path(testing::TempDir()) / ("assay_files_" + std::to_string(getpid()))) {
    fs::create_directories(dir_);
  }
  ~Files() override { fs::remove_all(dir_); }
  std::string Path(const std::string& name) const { return (dir_ / name).string(); }
  size_t EntryCount() const {
    return static_cast<size_t>(
        std::distance(fs::directory_iterator(dir_), fs::directory_iterator()));
  }

  fs::path dir_;
};

TEST_F(Files, WritesAndReadsBytes) {
  const std::string content("a\0b\n\xff", 5);
  ASSERT_TRUE(WriteFile(Path("f"), content).ok());
  EXPECT_EQ(*ReadFile(Path("f")), content);
  ASSERT_TRUE(WriteFile(Path("f"), "").ok());
  EXPECT_EQ(*ReadFile(Path("f")), "");
  EXPECT_EQ(EntryCount(), 1u) << "a temporary file is left";
}

TEST_F(Files, ErrorsNameTheFile) {
  const auto missing = ReadFile(Path("missing"));
  ASSERT_FALSE(missing.ok());
  EXPECT_NE(missing.error().message.find("missing"), std::string::npos);
  EXPECT_FALSE(WriteFile(Path("no/such/folder"), "x").ok());
}

TEST_F(Files, RefusesWhatIsTooLongOrNotAFile) {
  ASSERT_TRUE(WriteFile(Path("f"), "12345").ok());
  EXPECT_TRUE(ReadFile(Path("f"), 5).ok());
  EXPECT_FALSE(ReadFile(Path("f"), 4).ok());
  EXPECT_FALSE(ReadFile(dir_.string()).ok());
}

TEST_F(Files, DoesNotWaitForAPipe) {
  ASSERT_EQ(mkfifo(Path("pipe").c_str(), 0600), 0);
  EXPECT_FALSE(ReadFile(Path("pipe")).ok());
}

TEST_F(Files, AFailedRenameLeavesNothingBehind) {
  fs::create_directory(Path("taken"));
  EXPECT_FALSE(WriteFile(Path("taken"), "x").ok());
  EXPECT_EQ(EntryCount(), 1u);
}

TEST_F(Files, ConcurrentWritersNeverMix) {
  const std::string a(100000, 'a'), b(100000, 'b');
  std::vector<std::thread> writers;
  for (const std::string* content : {&a, &b})
    writers.emplace_back([&, content] {
      for (int i = 0; i < 20; ++i) EXPECT_TRUE(WriteFile(Path("f"), *content).ok());
    });
  for (std::thread& writer : writers) writer.join();
  const std::string left = *ReadFile(Path("f"));
  EXPECT_TRUE(left == a || left == b);
}

}  // namespace
}  // namespace assay
