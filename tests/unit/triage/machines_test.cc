#include "triage/machines.h"

#include <gtest/gtest.h>

namespace assay::triage::machines_test {
namespace {

const std::vector<store::SeenOnRow> kSeenOn = {{{"x86_64", "Some CPU @ 2GHz"}, ""},
                                               {{"aarch64", "ARM Neoverse-N1"}, ""},
                                               {{"aarch64", "ARM Cortex-A72"}, ""}};

TEST(Machines, EachArchitectureOnce) {
  EXPECT_EQ(ArchitecturesOf(kSeenOn), (std::vector<std::string>{"x86_64", "aarch64"}));
  EXPECT_TRUE(ArchitecturesOf({}).empty());
  EXPECT_TRUE(ArchitecturesOf({{{"", "Some CPU"}, ""}}).empty());
}

TEST(Machines, AsText) {
  EXPECT_EQ(MachinesText(kSeenOn),
            "x86_64 (Some CPU @ 2GHz), aarch64 (ARM Neoverse-N1), aarch64 (ARM Cortex-A72)");
  EXPECT_EQ(MachinesText({{{"aarch64", ""}, ""}}), "aarch64");
  EXPECT_EQ(MachinesText({}), "");
}

TEST(Machines, SilenceElsewhereSaysNothing) {
  EXPECT_EQ(NotShownOn({"x86_64"}, "aarch64"), "not shown on aarch64 (seen on x86_64)");
  EXPECT_EQ(NotShownOn({"x86_64"}, "x86_64"), "");
  EXPECT_EQ(NotShownOn({"x86_64", "aarch64"}, "aarch64"), "");
  EXPECT_EQ(NotShownOn({}, "aarch64"), "");
}

}  // namespace
}  // namespace assay::triage::machines_test
