#include "store/sqlite_engine.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "store/database.h"
#include "store/store.h"
#include "tests/unit/store/place.h"

namespace assay::store {
namespace {

// Copying another file over a store cuts it short first. A reader must get an error: were the file
// mapped into memory, this test would end with SIGBUS.
TEST(SqliteEngineTest, AFileThatIsCutShortUnderAReaderIsAnError) {
  if (TestDatabase() != nullptr) GTEST_SKIP() << "a matter of files";
  const Place place("cut_short");
  {
    auto store = Store::Open(place.path());
    ASSERT_TRUE(store.ok()) << store.error().message;
    std::vector<FindingRow> rows(1000);
    for (size_t i = 0; i < rows.size(); ++i) {
      rows[i].id = StrCat("f", i);
      rows[i].state = "new";
      rows[i].message = std::string(3000, 'x');
    }
    ASSERT_TRUE(store->AddFindings(rows, {}).ok());
  }  // closed: everything is in the file itself
  const auto reader = Database::OpenForReading(place.path());
  ASSERT_TRUE(reader.ok()) << reader.error().message;
  auto select = (*reader)->Prepare("SELECT id, message FROM findings");
  ASSERT_TRUE(select.ok()) << select.error().message;
  ASSERT_TRUE(select->Step());
  std::filesystem::resize_file(place.path(), 8192);
  int rows = 1;
  while (select->Step()) ++rows;
  EXPECT_TRUE(select->failed());
  EXPECT_LT(rows, 1000);
}

}  // namespace
}  // namespace assay::store
