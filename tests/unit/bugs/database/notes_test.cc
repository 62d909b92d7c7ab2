#include <gmock/gmock.h>

#include "bugs/database/folder.h"

namespace assay::bugs {
namespace {

using testing::HasSubstr;

TEST(Notes, ReadsAllKeys) {
  const auto notes = ReadNotes(
      "fixed_version = '0.4.31'\nfix_language = 'python'\nbuggy_message = 'a+b'\n"
      "fixed_message = 'DID NOT RAISE'\n");
  ASSERT_TRUE(notes.ok()) << notes.error().message;
  EXPECT_EQ(notes->fixed_version, "0.4.31");
  EXPECT_EQ(notes->fix_language, "python");
  EXPECT_EQ(notes->buggy_message, "a+b");
  EXPECT_EQ(notes->fixed_message, "DID NOT RAISE");
}

TEST(Notes, ReadsTheRowOfThePage) {
  const auto notes =
      ReadNotes("section = 'twins'\ncase = '`erf(inf)`'\ngot = 'NaN'\ntruth = '(1'\n");
  ASSERT_TRUE(notes.ok());
  EXPECT_EQ(notes->section, "twins");
  EXPECT_EQ(notes->smallest_case, "`erf(inf)`");
  EXPECT_EQ(notes->got, "NaN");
  EXPECT_EQ(notes->truth, "(1");  // text, not a pattern
}

TEST(Notes, ABugMayBelongToAMachine) {
  const auto notes = ReadNotes("machine = 'x86_64'\n");
  ASSERT_TRUE(notes.ok()) << notes.error().message;
  Bug bug{.library = "jax", .id = "1", .notes = *notes};
  EXPECT_EQ(bug.NotFor("x86_64"), "");
  EXPECT_EQ(bug.NotFor("aarch64"), "not for this machine (aarch64): it shows on x86_64");
  bug.notes = *ReadNotes("machine = ['x86_64', 'aarch64']\n");
  EXPECT_EQ(bug.NotFor("aarch64"), "");
  bug.notes = *ReadNotes("fixed_version = '1'\n");
  EXPECT_EQ(bug.NotFor("aarch64"), "");
  bug.notes.reset();
  EXPECT_EQ(bug.NotFor("aarch64"), "");
}

TEST(Notes, ErrorsNameLineAndKey) {
  EXPECT_THAT(ReadNotes("\nmachine = 'arm'\n").error().message,
              HasSubstr("machine (line 2) is 'arm', which is not a machine"));
  EXPECT_THAT(ReadNotes("machine = ['x86_64', 2]\n").error().message,
              HasSubstr("machine (line 1) must be the name"));
  EXPECT_THAT(ReadNotes("fixed_version = 1\n").error().message,
              HasSubstr("fixed_version (line 1)"));
  EXPECT_THAT(ReadNotes("\nbuggy_message = '('\n").error().message,
              HasSubstr("buggy_message (line 2) is not a regular expression"));
  EXPECT_THAT(ReadNotes("other = ''\n").error().message, HasSubstr("no key 'other'"));
  EXPECT_THAT(ReadNotes("fixed_version = \n").error().message, HasSubstr("line 1"));
}

}  // namespace
}  // namespace assay::bugs
