// The second set of planted faults: every one shows on its trigger, is silent on a near miss, and
// the unbroken worker shows nothing on either.
//
// tests/faults/second/triggers/<name>.txt and <name>.near.txt: the smallest models by hand. A near
// miss meets the fault's pattern or operator, but not its condition.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "fault.h"
#include "tests/unit/faults/trigger.h"

namespace assay::faults::second_faults_test {
namespace {

std::string TriggerFile(const std::string& name) {
  return FaultsFolder() + "/second/triggers/" + name + ".txt";
}

std::vector<std::string> Names() {
  std::vector<std::string> out;
  for (const Fault& fault : AllSecondFaults()) out.emplace_back(fault.name);
  return out;
}

TEST(SecondFaults, HaveNamesOfTheirOwn) {
  std::set<std::string_view> names, descriptions;
  for (const std::span<const Fault> list :
       {AllFaults(), AllResourceFaults(), AllStudyFaults(), AllSecondFaults()})
    for (const Fault& fault : list) {
      EXPECT_TRUE(names.insert(fault.name).second) << fault.name << " is listed twice";
      EXPECT_TRUE(descriptions.insert(fault.what).second) << fault.what;
      EXPECT_EQ(fault.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"),
                std::string_view::npos)
          << fault.name;
      EXPECT_EQ(FindFault(fault.name)->what, fault.what);
    }
  EXPECT_GE(AllSecondFaults().size(), 60u);
}

TEST(SecondFaults, HaveATriggerAndANearMissEach) {
  size_t files = 0;
  for (const std::string& name : Names()) {
    EXPECT_TRUE(std::filesystem::exists(TriggerFile(name))) << TriggerFile(name);
    EXPECT_TRUE(std::filesystem::exists(TriggerFile(name + ".near"))) << TriggerFile(name);
    files += 2;
  }
  size_t found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(FaultsFolder() + "/second/triggers"))
    found += entry.is_regular_file();
  EXPECT_EQ(found, files) << "a trigger without a fault";
}

class SecondFault : public testing::TestWithParam<std::string> {};

TEST_P(SecondFault, ShowsOnItsTriggerAndNotOnANearMiss) {
  lab::Lab lab;
  const lab::Target target = FindPlanted(GetParam());
  ASSERT_TRUE(target.ready) << target.reason;
  for (const std::string_view ending : {"", ".near"}) {
    const std::string file = TriggerFile(GetParam() + std::string(ending));
    const oracle::TargetResult got = CheckTrigger(file, target, lab);
    EXPECT_EQ(oracle::IsFinding(got.status), ending.empty()) << file << ": " << got.message;
    EXPECT_NE(got.status, oracle::CaseStatus::kUnsupported) << file << ": " << got.message;
  }
}

INSTANTIATE_TEST_SUITE_P(All, SecondFault, testing::ValuesIn(Names()), [](const auto& name) {
  std::string out = name.param;
  std::replace(out.begin(), out.end(), '-', '_');
  return out;
});

TEST(SecondFaults, AreAllThatIsWrong) {
  lab::Lab lab;
  const lab::Target target = FindPlanted("");
  for (const std::string& name : Names())
    for (const std::string_view ending : {"", ".near"}) {
      const std::string file = TriggerFile(name + std::string(ending));
      const oracle::TargetResult result = CheckTrigger(file, target, lab);
      EXPECT_FALSE(oracle::IsFinding(result.status)) << file << ": " << result.message;
      EXPECT_NE(result.status, oracle::CaseStatus::kUnsupported) << file << ": " << result.message;
    }
}

}  // namespace
}  // namespace assay::faults::second_faults_test
