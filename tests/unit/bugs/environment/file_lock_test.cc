#include "bugs/environment/file_lock.h"

#include <gtest/gtest.h>

#include "tests/unit/bugs/scratch.h"

namespace assay::bugs {
namespace {

TEST(FileLock, SharedLocksGoTogether) {
  const ScratchFolder d;
  const std::string file = d.path() + "/lock";
  const FileLock one(file, FileLock::Kind::kShared);
  EXPECT_TRUE(FileLock::Try(file, FileLock::Kind::kShared).held());
  EXPECT_FALSE(FileLock::Try(file, FileLock::Kind::kExclusive).held());
}

TEST(FileLock, EndsWithTheObject) {
  const ScratchFolder d;
  const std::string file = d.path() + "/lock";
  {
    const FileLock one(file, FileLock::Kind::kExclusive);
  }
  EXPECT_TRUE(FileLock::Try(file, FileLock::Kind::kExclusive).held());
  EXPECT_FALSE(FileLock(d.path() + "/none/lock", FileLock::Kind::kShared).held());
}

}  // namespace
}  // namespace assay::bugs
