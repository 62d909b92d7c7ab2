#include "triage/locate/released.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/triage/planted.h"

namespace assay::triage::locate {
namespace {

using testing::ElementsAre;

lab::Target OfPackage() {
  auto manifest = std::make_shared<lab::Manifest>();
  manifest->framework = manifest->package = manifest->environment = "no-such-framework";
  lab::Target out;
  out.name = out.framework = "no-such-framework";
  out.version = "1.10.0+cpu";
  out.manifest = std::move(manifest);
  return out;
}

lab::Registry Installed() { return lab::Registry::Load(std::vector<std::string>()).value(); }

TEST(ReleasedTest, OnlyPackagesHaveOtherVersions) {
  EXPECT_FALSE(ReleasedVersions(PlantedTarget("hard-swish-slope"), Installed(), {}).ok());
}

TEST(ReleasedTest, VersionsBeforeTheOneThatShowsItInTheirOrder) {
  const auto found =
      ReleasedVersions(OfPackage(), Installed(),
                       {.list = {"1.9.2", "1.2.0", "1.11.0", "1.10.0"}, .backend_dirs = {}});
  ASSERT_TRUE(found.ok()) << found.error().message;
  EXPECT_THAT(found->released, ElementsAre("1.2.0", "1.9.2"));
  EXPECT_EQ(found->known_bad, "1.10.0+cpu");
}

TEST(ReleasedTest, WordsThatAreNoVersionAreRefused) {
  EXPECT_FALSE(
      ReleasedVersions(OfPackage(), Installed(), {.list = {"1.0'; ls '"}, .backend_dirs = {}})
          .ok());
}

}  // namespace
}  // namespace assay::triage::locate
