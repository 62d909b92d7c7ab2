#include "base/machine.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

TEST(Machine, IsWhatTheCompilerSays) {
#if defined(__x86_64__)
  EXPECT_EQ(HostMachine(), "x86_64");
#elif defined(__aarch64__)
  EXPECT_EQ(HostMachine(), "aarch64");
#else
  EXPECT_FALSE(HostMachine().empty());
#endif
}

TEST(Machine, UnknownOnesAreToldWithTheKnown) {
  EXPECT_EQ(NoSuchMachine("x86_64"), "");
  EXPECT_EQ(NoSuchMachine("aarch64"), "");
  EXPECT_EQ(NoSuchMachine("arm64"), "is 'arm64', which is not a machine; known: x86_64, aarch64");
  EXPECT_NE(NoSuchMachine(""), "");
}

TEST(Machine, WhatNamesNoneSpeaksOfAll) {
  EXPECT_TRUE(SpeaksOf({}, "x86_64"));
  EXPECT_TRUE(SpeaksOf({"aarch64"}, "aarch64"));
  EXPECT_TRUE(SpeaksOf({"x86_64", "aarch64"}, "aarch64"));
  EXPECT_FALSE(SpeaksOf({"aarch64"}, "x86_64"));
}

TEST(Processor, AsTheSystemNamesIt) {
  const Processor seen = ReadProcessor(
      "processor\t: 0\nmodel name\t: Some CPU @ 2GHz\nflags\t\t: fpu avx2\n\n"
      "processor\t: 1\nmodel name\t: Some CPU @ 2GHz\nflags\t\t: fpu avx2\n");
  EXPECT_EQ(seen.name, "Some CPU @ 2GHz");
  EXPECT_EQ(seen.features, "fpu avx2");
}

// One core, as Linux prints it on ARM.
std::string ArmCore(const std::string& implementer, const std::string& part) {
  return "processor\t: 0\nBogoMIPS\t: 50.00\nFeatures\t: fp asimd\nCPU implementer\t: " +
         implementer + "\nCPU architecture: 8\nCPU variant\t: 0x3\nCPU part\t: " + part +
         "\nCPU revision\t: 1\n\n";
}

TEST(Processor, OfArmByItsNumbers) {
  const Processor seen = ReadProcessor(ArmCore("0x41", "0xd0c") + ArmCore("0x41", "0xd0c"));
  EXPECT_EQ(seen.name, "ARM Neoverse-N1");
  EXPECT_EQ(seen.features, "fp asimd");
  EXPECT_EQ(ReadProcessor(ArmCore("0x41", "0xd03")).name, "ARM Cortex-A53");
  EXPECT_EQ(ReadProcessor(ArmCore("0x41", "0xd4f")).name, "ARM Neoverse-V2");
  EXPECT_EQ(ReadProcessor(ArmCore("0x46", "0x001")).name, "Fujitsu A64FX");
  EXPECT_EQ(ReadProcessor(ArmCore("0xc0", "0xac3")).name, "Ampere-1");
  EXPECT_EQ(ReadProcessor(ArmCore("0x41", "0xfff")).name, "ARM implementer 0x41 part 0xfff");
  EXPECT_EQ(ReadProcessor(ArmCore("0x77", "0xd0c")).name, "ARM implementer 0x77 part 0xd0c");
}

TEST(Processor, KindsOfCoresThatDiffer) {
  EXPECT_EQ(ReadProcessor(ArmCore("0x41", "0xd05") + ArmCore("0x41", "0xd41")).name,
            "ARM Cortex-A55 and ARM Cortex-A78");
}

TEST(Processor, ByTheBoardWhereNothingElseIsSaid) {
  EXPECT_EQ(ReadProcessor("Hardware\t: BCM2835\n").name, "BCM2835");
  EXPECT_EQ(ReadProcessor("").name, "");
  EXPECT_EQ(ReadProcessor(":\n: x\nmodel name\nmodel name:\n").name, "");
}

TEST(Processor, OfThisMachineHasAName) { EXPECT_FALSE(HostProcessor().name.empty()); }

}  // namespace
}  // namespace assay
