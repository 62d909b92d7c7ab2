#include "bugs/environment/requirement.h"

#include <gmock/gmock.h>

#include "base/machine.h"
#include "base/strings.h"

namespace assay::bugs {
namespace {

using Kind = Requirement::Kind;

TEST(Requirement, ReadsPackages) {
  const Requirement one = ParseRequirement("Typing_Extensions == 4.8.0");
  EXPECT_EQ(one.kind, Kind::kPackage);
  EXPECT_EQ(one.name, "typing-extensions");
  EXPECT_EQ(one.Pinned(), "4.8.0");
  EXPECT_EQ(one.Text(), "typing-extensions==4.8.0");
  const Requirement extra = ParseRequirement("jax[cpu]==0.4.13");
  EXPECT_EQ(extra.name, "jax");
  EXPECT_EQ(extra.extras, "[cpu]");
  EXPECT_EQ(extra.Text(), "jax[cpu]==0.4.13");
  EXPECT_EQ(ParseRequirement("numpy").Pinned(), "");
  EXPECT_EQ(ParseRequirement("numpy>=1,<2").Pinned(), "");
  EXPECT_EQ(ParseRequirement("numpy==1.*").Pinned(), "");
}

TEST(Requirement, ReadsMarkers) {
  const Requirement one = ParseRequirement("tensorflow==2.13.0; sys_platform != 'darwin'");
  EXPECT_EQ(one.Pinned(), "2.13.0");
  EXPECT_EQ(one.marker, "sys_platform != 'darwin'");
}

TEST(Requirement, ReadsFilesLinksAndOptions) {
  const std::string hash(64, 'a');
  const Requirement file = ParseRequirement(
      "torch @ file:///tmp/torch-2.3.0a0%2Bgit04a-cp310-cp310-linux_x86_64.whl#sha256=" + hash);
  EXPECT_EQ(file.kind, Kind::kFile);
  EXPECT_EQ(file.name, "torch");
  EXPECT_EQ(file.place, "torch-2.3.0a0+git04a-cp310-cp310-linux_x86_64.whl");
  EXPECT_EQ(file.sha256, hash);
  const Requirement bare = ParseRequirement("./jax-0.4.1-py3-none-any.whl");
  EXPECT_EQ(bare.kind, Kind::kFile);
  EXPECT_EQ(bare.name, "jax");
  EXPECT_EQ(ParseRequirement("keras @ git+https://example.org/k.git").kind, Kind::kLink);
  EXPECT_EQ(ParseRequirement("https://example.org/a.tar.gz").kind, Kind::kLink);
  EXPECT_EQ(ParseRequirement("--extra-index-url https://example.org").kind, Kind::kOption);
}

TEST(Requirement, ComparesVersions) {
  EXPECT_TRUE(SameVersion("2.9", "2.9.0"));
  EXPECT_TRUE(SameVersion("2.13.0+cpu", "2.13.0"));
  EXPECT_TRUE(SameVersion("2.14.0rc0", "2.14.0-rc0"));
  EXPECT_TRUE(SameVersion("1.0.0", "1"));
  EXPECT_FALSE(SameVersion("2.9", "2.90"));
  EXPECT_FALSE(SameVersion("2.9.1", "2.9"));
  EXPECT_FALSE(SameVersion("2.14.0rc0", "2.14.0"));
  EXPECT_FALSE(SameVersion("1.0.1", "1.1"));
}

TEST(Requirement, DecidesMarkers) {
  EXPECT_EQ(MarkerHolds("", "3.11"), true);
  EXPECT_EQ(MarkerHolds("sys_platform != 'darwin'", "3.11"), true);
  EXPECT_EQ(MarkerHolds("sys_platform == \"darwin\" and python_version < '3.12'", "3.11"), false);
  EXPECT_EQ(MarkerHolds("python_version >= '3.9'", "3.11"), true);
  EXPECT_EQ(MarkerHolds("python_version < '3.9' or platform_system == 'Linux'", "3.11"), true);
  EXPECT_EQ(MarkerHolds(StrCat("platform_machine == '", HostMachine(), "'"), "3.11"), true);
  EXPECT_EQ(MarkerHolds("platform_machine == 'abacus'", "3.11"), false);
  EXPECT_EQ(MarkerHolds("extra == 'x'", "3.11"), std::nullopt);
}

}  // namespace
}  // namespace assay::bugs
