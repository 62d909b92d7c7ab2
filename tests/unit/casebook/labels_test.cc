#include "casebook/labels.h"

#include <gtest/gtest.h>

#include <set>

#include "casebook/bug_types.h"

namespace assay::casebook {
namespace {

TEST(Labels, TheStudysKindsAreAllThere) {
  std::map<std::string, int> kinds;
  std::set<std::string> names;
  for (const Label& label : AllLabels()) {
    ++kinds[std::string(label.group)];
    EXPECT_TRUE(names.insert(std::string(label.label)).second) << label.label;
    EXPECT_EQ(label.label.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string_view::npos);
    EXPECT_FALSE(label.meaning.empty());
  }
  EXPECT_EQ(kinds["prediction-error"], 6);
  EXPECT_EQ(kinds["generation-mismatch"], 8);
  EXPECT_EQ(kinds["original-code-error"], 3);
}

TEST(Labels, UnknownOnesAreErrorsWithTheList) {
  const auto label = FindLabel("messy-code");
  ASSERT_FALSE(label.ok());
  EXPECT_NE(label.error().message.find("did you mean messy-codes"), std::string::npos);
  EXPECT_NE(label.error().message.find("original-code-error"), std::string::npos);
}

TEST(Labels, Kinds) {
  EXPECT_TRUE(IsKindOf("messy-codes", "generation-mismatch"));
  EXPECT_TRUE(IsKindOf("messy-codes", "false"));
  EXPECT_TRUE(IsKindOf("true", "true"));
  EXPECT_FALSE(IsKindOf("true", "false"));
  EXPECT_FALSE(IsKindOf("", "false"));
}

TEST(BugTypes, TwelveAndOther) { EXPECT_EQ(AllBugTypes().size(), 13u); }

TEST(BugTypes, Guesses) {
  ProgramFinding finding;
  finding.kind = "disagreement";
  finding.oracle = "ignored-if";
  finding.seen = {"exception", "RuntimeError", "The expanded size of the tensor must match", 0,
                  true};
  EXPECT_EQ(BugTypeOf(finding).name, "Tensor Shape Misalignment");
  // Our own words about shapes do not count.
  finding.seen = {"exception", "AssertionError", "of another shape: it is not so", 0, true};
  EXPECT_EQ(BugTypeOf(finding).name, "Incorrect Algorithm Implementation");
  finding.oracle = "dtype";
  EXPECT_EQ(BugTypeOf(finding).name, "Type Issue");
  finding.kind = "crash";
  finding.seen = {"crash", "", "", 11, false};
  EXPECT_EQ(BugTypeOf(finding).name, "Incorrect Exception Handling");
  finding.kind = "strange";
  finding.oracle = "";
  EXPECT_EQ(BugTypeOf(finding).name, "Other");
}

TEST(BugTypes, EveryRuleGivesAKnownType) {
  const std::vector<std::string> known = AllBugTypes();
#define BUG_TYPE(type, kind, oracle, words, because) \
  EXPECT_NE(std::find(known.begin(), known.end(), type), known.end()) << type;
#include "casebook/bug_types.def"
#undef BUG_TYPE
}

}  // namespace
}  // namespace assay::casebook
