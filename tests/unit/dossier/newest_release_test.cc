#include <gtest/gtest.h>

#include "dossier/for_maintainers.h"

namespace assay::dossier {
namespace {

TEST(NewestRelease, OfWhatTheIndexPrints) {
  EXPECT_EQ(NewestOfIndex("WARNING: experimental\nx (1.9.0)\n"
                          "Available versions: 1.9.0, 1.10.0, 1.8.1\n  INSTALLED: 1.8.1\n"),
            "1.10.0");
  EXPECT_EQ(NewestOfIndex("ERROR: no matching distribution\n"), "");
  EXPECT_EQ(NewestOfIndex("Available versions: "), "");
}

}  // namespace
}  // namespace assay::dossier
