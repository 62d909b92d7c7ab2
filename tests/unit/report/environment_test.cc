#include "report/environment.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace assay::report {
namespace {

TEST(Environment, SystemAndProcessor) {
  EXPECT_EQ(SystemName("NAME=\"X\"\nPRETTY_NAME=\"X Linux 9 (nine)\"\n"), "X Linux 9 (nine)");
  EXPECT_EQ(SystemName(""), "");
  EXPECT_EQ(ProcessorName("processor\t: 0\nmodel name\t: Some CPU @ 2GHz\n"), "Some CPU @ 2GHz");
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
