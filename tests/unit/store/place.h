// Where tests of the store keep theirs: a file, or, with ASSAY_TEST_PG=postgresql://…, a schema of
// its own in that database. All tests of the store but those of SQLite's own schema run on both.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/strings.h"
#include "store/database.h"

namespace assay::store {

inline const char* TestDatabase() { return std::getenv("ASSAY_TEST_PG"); }

class Place {
 public:
  explicit Place(const std::string& name) {
    if (TestDatabase() == nullptr) {
      path_ = testing::TempDir() + "/" + name + ".db";
    } else {
      schema_ = StrCat("test_", getpid(), "_", name);
      path_ = StrCat(TestDatabase(), "?options=-csearch_path%3D", schema_);
    }
    Clear();
    if (!schema_.empty()) Execute("CREATE SCHEMA " + schema_);
  }
  ~Place() { Clear(); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  const std::string& path() const { return path_; }

 private:
  void Clear() {
    if (!schema_.empty()) return Execute(StrCat("DROP SCHEMA IF EXISTS ", schema_, " CASCADE"));
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(path_ + suffix);
  }
  void Execute(const std::string& sql) {
    const auto database = Database::Open(TestDatabase());
    ASSERT_TRUE(database.ok()) << database.error().message;
    const Status done = (*database)->Execute(sql.c_str());
    ASSERT_TRUE(done.ok()) << done.error().message;
  }

  std::string path_, schema_;
};

}  // namespace assay::store
