#include <gtest/gtest.h>

#include <filesystem>

#include "base/files.h"
#include "mirror/check/kept_runs.h"

namespace assay::mirror::fingerprint_test {
namespace {

namespace fs = std::filesystem;

TEST(Fingerprint, ChangesWithThePackages) {
  char name[] = "/tmp/assay-print-XXXXXX";
  const std::string folder = mkdtemp(name);
  const std::string packages = folder + "/lib/python3.11/site-packages";
  fs::create_directories(packages + "/torch-2.0.dist-info");
  const std::string before = FingerprintOf(folder);
  EXPECT_FALSE(before.empty());
  EXPECT_EQ(FingerprintOf(folder), before);
  fs::rename(packages + "/torch-2.0.dist-info", packages + "/torch-2.1.dist-info");
  const std::string after = FingerprintOf(folder);
  EXPECT_NE(after, before);
  fs::create_symlink(folder, folder + "-link");
  EXPECT_EQ(FingerprintOf(folder + "-link"), after);
  fs::remove(folder + "-link");
  fs::remove_all(folder);
}

TEST(Fingerprint, OfNothingIsEmpty) { EXPECT_EQ(FingerprintOf("/no/such/environment"), ""); }

}  // namespace
}  // namespace assay::mirror::fingerprint_test
