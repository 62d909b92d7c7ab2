#include "workers/cpp/small_blocks.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <set>
#include <thread>
#include <vector>

namespace assay::worker {
namespace {

// The compiler would see through blocks that come and go without a trace, and through misuse.
template <typename T>
T* Opaque(T* pointer) {
  asm volatile("" : "+r"(pointer) : : "memory");
  return pointer;
}

void* Block(size_t bytes) { return Opaque(std::malloc(bytes)); }
void Drop(void* block) { std::free(Opaque(block)); }

// glibc's blocks of this size hold eight bytes less than ours.
constexpr size_t kTelling = 40;
bool AreSmallBlocks() {
  void* block = Block(kTelling);
  const size_t usable = malloc_usable_size(block);
  Drop(block);
  return usable == 48;
}

class SmallBlocks : public testing::Test {
 protected:
  void SetUp() override { UseSmallBlocks(true); }
  void TearDown() override { UseSmallBlocks(false); }
};

bool Holds(const void* block, int byte, size_t count) {
  const auto* bytes = static_cast<const unsigned char*>(block);
  return std::all_of(bytes, bytes + count, [&](unsigned char b) { return b == byte; });
}

TEST_F(SmallBlocks, HoldWhatIsWrittenToThem) {
  for (int round = 0; round < 3; ++round) {
    std::vector<void*> blocks;
    for (size_t bytes = 0; bytes < 3000; ++bytes) {
      void* block = Block(bytes);
      EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 16, 0U);
      EXPECT_GE(malloc_usable_size(block), bytes);
      std::memset(block, static_cast<int>(bytes % 251), bytes);
      blocks.push_back(block);
    }
    EXPECT_EQ(std::set<void*>(blocks.begin(), blocks.end()).size(), blocks.size());
    for (size_t bytes = 0; bytes < blocks.size(); ++bytes)
      EXPECT_TRUE(Holds(blocks[bytes], static_cast<int>(bytes % 251), bytes)) << bytes;
    for (void* block : blocks) Drop(block);
  }
}

TEST_F(SmallBlocks, AreUsedOnlyWhereTheyAreAskedFor) {
  EXPECT_TRUE(AreSmallBlocks());
  std::thread([] { EXPECT_FALSE(AreSmallBlocks()); }).join();
  void* small = Block(kTelling);
  UseSmallBlocks(false);
  EXPECT_FALSE(AreSmallBlocks());
  Drop(small);
  UseSmallBlocks(true);
  EXPECT_TRUE(AreSmallBlocks());
}

TEST_F(SmallBlocks, GiveWayToWhatTheEnvironmentAsksOfGlibc) {
  for (const char* name : {"MALLOC_PERTURB_", "MALLOC_CHECK_", "GLIBC_TUNABLES"}) {
    setenv(name, "1", 1);
    UseSmallBlocks(true);
    EXPECT_FALSE(AreSmallBlocks()) << name;
    unsetenv(name);
  }
}

TEST_F(SmallBlocks, AreClearedByCalloc) {
  for (const size_t bytes : {1, 16, 100, 1024, 1025, 5000}) {
    void* dirty = Block(bytes);
    std::memset(dirty, 0xEE, bytes);
    Drop(dirty);
    void* block = Opaque(std::calloc(1, bytes));
    EXPECT_TRUE(Holds(block, 0, bytes)) << bytes;
    Drop(block);
  }
  volatile size_t many = SIZE_MAX / 2;
  EXPECT_EQ(std::calloc(many, 4), nullptr);
}

TEST_F(SmallBlocks, KeepTheirContentWhenTheirSizeChanges) {
  char* block = static_cast<char*>(std::realloc(nullptr, 1));
  size_t held = 0;
  for (const size_t bytes : {1, 15, 17, 900, 1024, 1025, 70000, 1000, 30, 2}) {
    block = Opaque(static_cast<char*>(std::realloc(block, bytes)));
    ASSERT_NE(block, nullptr);
    EXPECT_TRUE(Holds(block, 'a', std::min(held, bytes))) << bytes;
    std::memset(block, 'a', bytes);
    held = bytes;
  }
  Drop(block);
  // glibc's, larger and smaller, after the switch
  void* small = Block(20);
  std::memset(small, 'b', 20);
  UseSmallBlocks(false);
  small = Opaque(std::realloc(small, 200));
  EXPECT_TRUE(Holds(small, 'b', 20));
  EXPECT_EQ(malloc_usable_size(small), 200U);
  Drop(small);
}

TEST_F(SmallBlocks, LeaveAlignedBlocksToGlibc) {
  for (const size_t alignment : {32, 64, 4096}) {
    void* block = nullptr;
    ASSERT_EQ(posix_memalign(&block, alignment, 100), 0);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % alignment, 0U);
    Drop(block);
    Drop(std::aligned_alloc(alignment, 2 * alignment));
    const std::align_val_t as_wanted{alignment};
    ::operator delete(Opaque(::operator new(10, as_wanted)), as_wanted);
  }
}

// Blocks that others free come back: otherwise a region would be used up by and by.
TEST_F(SmallBlocks, ComeBackFromOtherThreads) {
  constexpr size_t kBlocks = 20000;
  std::set<void*> seen;
  for (int round = 0; round < 10; ++round) {
    std::vector<void*> blocks, theirs(kBlocks);
    for (size_t i = 0; i < kBlocks; ++i) blocks.push_back(Block(64));
    seen.insert(blocks.begin(), blocks.end());
    std::thread first([&] {
      for (size_t i = 0; i < kBlocks; i += 2) Drop(blocks[i]);
      for (void*& block : theirs) block = Block(64);
    });
    std::thread second([&] {
      for (size_t i = 1; i < kBlocks; i += 2) Drop(blocks[i]);
    });
    first.join();
    second.join();
    for (void* block : theirs) Drop(block);
  }
  EXPECT_LE(seen.size(), kBlocks + 1024);  // a span more at most
}

TEST_F(SmallBlocks, NoMoreRoomIsGlibcs) {
  std::vector<void*> blocks;
  for (size_t taken = 0; taken < size_t{257} << 20; taken += 1024) {
    blocks.push_back(Block(1024));
    ASSERT_NE(blocks.back(), nullptr);
  }
  EXPECT_NE(malloc_usable_size(blocks.back()), 1024U);
  for (void* block : blocks) Drop(block);
}

TEST_F(SmallBlocks, DamageIsNoticed) {
  EXPECT_DEATH(
      {
        void* block = Block(100);
        Drop(block);
        Drop(block);
      },
      "double free");
  EXPECT_DEATH(Drop(static_cast<char*>(Block(100)) + 16), "invalid pointer");
  EXPECT_DEATH(Drop(static_cast<char*>(Block(100)) + 8), "invalid pointer");
  for (const size_t at : {0, 8}) {
    EXPECT_DEATH(
        {
          auto* block = static_cast<char*>(Block(100));
          Drop(block);
          std::memset(Opaque(block) + at, 0x41, 8);
          for (int i = 0; i < 3; ++i) Block(100);
        },
        "a free block was written to");
  }
}

}  // namespace
}  // namespace assay::worker
