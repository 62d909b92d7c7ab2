#include "campaign/roster.h"

#include <gtest/gtest.h>

namespace assay::campaign {
namespace {

lab::Target Named(const char* name) {
  lab::Target target;
  target.name = name;
  return target;
}

TEST(Roster, ACaseKeepsTheListThatItBeganWith) {
  Roster roster({Named("first")});
  const Roster::List before = roster.now();
  roster.Join({Named("second"), Named("third")});
  EXPECT_EQ(before->size(), 1u);
  ASSERT_EQ(roster.now()->size(), 3u);
  EXPECT_EQ(roster.now()->at(0).name, "first") << "a target keeps its number";
  EXPECT_EQ(roster.now()->at(2).name, "third");
}

}  // namespace
}  // namespace assay::campaign
