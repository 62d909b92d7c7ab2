#include "bugs/database/notes.h"

#include <gmock/gmock.h>

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

TEST(Notes, ErrorsNameLineAndKey) {
  EXPECT_THAT(ReadNotes("fixed_version = 1\n").error().message,
              HasSubstr("fixed_version (line 1)"));
  EXPECT_THAT(ReadNotes("\nbuggy_message = '('\n").error().message,
              HasSubstr("buggy_message (line 2) is no regular expression"));
  EXPECT_THAT(ReadNotes("other = ''\n").error().message, HasSubstr("no key 'other'"));
  EXPECT_THAT(ReadNotes("fixed_version = \n").error().message, HasSubstr("line 1"));
}

}  // namespace
}  // namespace assay::bugs
