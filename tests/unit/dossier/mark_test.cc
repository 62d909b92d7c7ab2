#include <gtest/gtest.h>

#include "dossier/facts.h"
#include "tests/unit/dossier/sample.h"

namespace assay::dossier {
namespace {

class MarkTest : public SampleStore {};

TEST_F(MarkTest, KeepsStateLinkAndHistory) {
  const auto row = AddModelFinding("f1");
  ASSERT_TRUE(Mark(store(), row, "reported", "https://example.org/issues/1").ok());
  EXPECT_EQ(store().Finding("f1")->state, "reported");
  const auto history = store().History("f1");
  ASSERT_EQ(history->size(), 1u);
  EXPECT_EQ(history->front().message, "https://example.org/issues/1");
}

TEST_F(MarkTest, RefusesAndChangesNothing) {
  const auto row = AddModelFinding("f1");
  EXPECT_FALSE(Mark(store(), row, "reported", "").ok());
  EXPECT_FALSE(Mark(store(), row, "reported", "javascript:alert(1)").ok());
  EXPECT_FALSE(Mark(store(), row, "reported", "https://example.org/\"><script>").ok());
  EXPECT_FALSE(
      Mark(store(), row, "reported", "https://example.org/" + std::string(5000, 'a')).ok());
  EXPECT_FALSE(Mark(store(), row, "new", "").ok());
  EXPECT_EQ(store().Finding("f1")->state, "new");
  EXPECT_TRUE(store().History("f1")->empty());
  EXPECT_TRUE(Mark(store(), row, "fixed", "").ok());
}

}  // namespace
}  // namespace assay::dossier
