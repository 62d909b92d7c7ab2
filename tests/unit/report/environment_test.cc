#include "report/environment.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace assay::report {
namespace {

TEST(Environment, NameOfTheSystem) {
  EXPECT_EQ(SystemName("NAME=\"X\"\nPRETTY_NAME=\"X Linux 9 (nine)\"\n"), "X Linux 9 (nine)");
  EXPECT_EQ(SystemName(""), "");
}

// Somebody else's processor is not stated as the one that showed a finding.
TEST(Environment, OfAFindingIsThatOfItsMachine) {
  lab::Target target;
  target.framework = "x";
  target.version = "1";
  const std::vector<store::SeenOnRow> seen_on = {{{"x86_64", "Some CPU @ 2GHz"}, ""}};
  const auto there = EnvironmentJson(target, seen_on, "aarch64");
  EXPECT_EQ(there["machine"], "x86_64");
  EXPECT_EQ(there["cpu"], "Some CPU @ 2GHz");
  EXPECT_FALSE(there.contains("os"));
  EXPECT_EQ(EnvironmentJson(target, seen_on, "x86_64"), EnvironmentJson(target));
  EXPECT_EQ(EnvironmentJson(target, {}, "aarch64"), EnvironmentJson(target));
  EXPECT_EQ(EnvironmentJson(target)["machine"], HostMachine());
}

TEST(Environment, PackagesAreThoseWithARecord) {
  const auto folder = std::filesystem::temp_directory_path() / "assay-environment-test";
  std::filesystem::remove_all(folder);
  for (const char* name :
       {"numpy-2.4.6.dist-info", "numpy", "my_pkg-1.0.post1.dist-info", "pip-23.2.1.dist-info"})
    std::filesystem::create_directories(folder / name);
  EXPECT_EQ(InstalledPackages(folder.string()),
            (nlohmann::json{{"numpy", "2.4.6"}, {"my_pkg", "1.0.post1"}}));
  std::filesystem::remove_all(folder);
  EXPECT_TRUE(InstalledPackages(folder.string()).empty());
}

}  // namespace
}  // namespace assay::report
