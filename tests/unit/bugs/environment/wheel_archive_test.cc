#include <gmock/gmock.h>

#include "bugs/environment/wheel.h"
#include "tests/unit/bugs/scratch.h"

namespace assay::bugs {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

const std::string kZip("PK\x03\x04rest", 8);

TEST(WheelArchive, KeepsWheelsWithTheirHashes) {
  const ScratchFolder d;
  const std::string file = d.Write("a-1-py3-none-any.whl", kZip);
  WheelArchive archive(d.path() + "/archive");
  EXPECT_THAT(archive.List(), IsEmpty());
  const auto added = archive.Add(file, "");
  ASSERT_TRUE(added.ok()) << added.error().message;
  EXPECT_EQ(added->sha256.size(), 64);
  EXPECT_EQ(added->bytes, 8);
  ASSERT_EQ(archive.List().size(), 1);
  EXPECT_EQ(archive.Find("a-1-py3-none-any.whl").sha256, added->sha256);
  EXPECT_EQ(archive.Find("b").file, "");
  EXPECT_TRUE(archive.Check(*added).ok());
  EXPECT_TRUE(archive.Add(file, added->sha256).ok());  // the same again
  EXPECT_EQ(archive.List().size(), 1);
  EXPECT_TRUE(archive.Remove("a-1-py3-none-any.whl").ok());
  EXPECT_THAT(archive.List(), IsEmpty());
  EXPECT_FALSE(archive.Remove("a-1-py3-none-any.whl").ok());
}

TEST(WheelArchive, TakesNothingElse) {
  const ScratchFolder d;
  WheelArchive archive(d.path() + "/archive");
  EXPECT_THAT(archive.Add(d.path() + "/none", "").error().message, HasSubstr("there is no file"));
  EXPECT_THAT(archive.Add(d.Write("a.zip", kZip), "").error().message, HasSubstr("not named"));
  EXPECT_THAT(archive.Add(d.Write("b-1-py3-none-any.whl", "text"), "").error().message,
              HasSubstr("not a zip"));
  EXPECT_THAT(
      archive.Add(d.Write("a-1-py3-none-any.whl", kZip), std::string(64, '0')).error().message,
      HasSubstr("another hash"));
  EXPECT_THAT(archive.List(), IsEmpty());
}

TEST(WheelArchive, NoticesChanges) {
  const ScratchFolder d;
  WheelArchive archive(d.path() + "/archive");
  const auto added = archive.Add(d.Write("a-1-py3-none-any.whl", kZip), "");
  ASSERT_TRUE(added.ok());
  EXPECT_FALSE(archive.Add(d.Write("a-1-py3-none-any.whl", kZip + "x"), "").ok());
  d.Write("archive/a-1-py3-none-any.whl", kZip + "y");
  EXPECT_THAT(archive.Check(*added).error().message, HasSubstr("was changed"));
}

}  // namespace
}  // namespace assay::bugs
