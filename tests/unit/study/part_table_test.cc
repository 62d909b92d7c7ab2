#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "study/part.h"

namespace assay::study {
namespace {

TEST(Parts, AreNamedOnceAndHaveCells) {
  std::set<std::string_view> names;
  const Settings settings = QuickSettings();
  for (const PartDef& part : AllParts()) {
    EXPECT_TRUE(names.insert(part.name).second) << part.name;
    EXPECT_FALSE(part.question.empty());
    EXPECT_EQ(FindPart(part.name), &part);
    std::set<std::string> cells;
    for (const Cell& cell : part.cells(settings))
      EXPECT_TRUE(cells.insert(cell.name).second) << cell.name;
    EXPECT_FALSE(cells.empty()) << part.name;
  }
  EXPECT_EQ(FindPart("nonesuch"), nullptr);
}

}  // namespace
}  // namespace assay::study
