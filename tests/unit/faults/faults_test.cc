// The planted faults themselves: the list is sound, every fault shows on its trigger, and the
// unbroken worker shows nothing.
//
// tests/faults/triggers/<name>.txt is a model in the text form whose inputs have defaults; a file
// <name>.before.txt is run first, for faults that need a past.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "fault.h"
#include "tests/unit/faults/trigger.h"

namespace assay::faults::faults_test {
namespace {

// Leaks and races need a few runs before they show.
constexpr int kRuns = 40;

std::string TriggerFile(const std::string& name) {
  return FaultsFolder() + "/triggers/" + name + ".txt";
}

oracle::TargetResult Check(const std::string& trigger, const lab::Target& target, lab::Lab& lab) {
  return CheckTrigger(TriggerFile(trigger), target, lab);
}

// Right results, but late: no check of results can see it.
constexpr std::string_view kSlow = "flatten-copies-slowly";
// The text leaves open what becomes of NaN: nobody is accused, though targets differ.
constexpr std::string_view kOpen[] = {"relu6-of-nan-is-zero", "relu6-of-nan-is-six"};

bool IsSilent(std::string_view name) {
  return name == kSlow || std::ranges::find(kOpen, name) != std::end(kOpen);
}

std::vector<std::string> Names() {
  std::vector<std::string> out;
  for (const std::span<const Fault> list : {AllFaults(), AllStudyFaults()})
    for (const Fault& fault : list)
      if (!IsSilent(fault.name)) out.emplace_back(fault.name);
  return out;
}

TEST(FaultList, HasUniqueWellFormedNamesAndDescriptions) {
  std::set<std::string_view> names, descriptions;
  std::vector<Fault> all(AllFaults().begin(), AllFaults().end());
  all.insert(all.end(), AllStudyFaults().begin(), AllStudyFaults().end());
  for (const Fault& fault : all) {
    EXPECT_TRUE(names.insert(fault.name).second) << fault.name << " is listed twice";
    EXPECT_TRUE(descriptions.insert(fault.what).second) << fault.what;
    EXPECT_EQ(fault.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"),
              std::string_view::npos)
        << fault.name;
    EXPECT_GT(fault.what.size(), fault.name.size() / 2) << fault.name;
    EXPECT_EQ(FindFault(fault.name)->what, fault.what);
  }
  EXPECT_GE(names.size(), 66u);
  EXPECT_EQ(FindFault(""), nullptr);
}

TEST(FaultList, AModeMayNameSeveral) {
  EXPECT_TRUE(FaultsOfMode("").value().empty());
  const auto two = FaultsOfMode("elu-ignores-alpha+trilu-ignores-k");
  ASSERT_TRUE(two.ok());
  ASSERT_EQ(two->size(), 2u);
  EXPECT_EQ((*two)[1], FindFault("trilu-ignores-k"));
  const auto bad = FaultsOfMode("elu-ignores-alpha+trilu-ignores-j");
  ASSERT_FALSE(bad.ok());
  EXPECT_NE(bad.error().message.find("trilu-ignores-k"), std::string::npos) << bad.error().message;
}

TEST(FaultList, HasATriggerForEachFaultAndNoOther) {
  const std::vector<std::string> names = Names();
  for (const std::string& name : names)
    EXPECT_TRUE(std::filesystem::exists(TriggerFile(name))) << TriggerFile(name);
  for (const auto& entry : std::filesystem::directory_iterator(FaultsFolder() + "/triggers")) {
    std::string stem = entry.path().stem();
    if (stem.ends_with(".before")) stem.resize(stem.size() - std::string(".before").size());
    EXPECT_NE(FindFault(stem), nullptr) << entry.path();
  }
}

class PlantedFault : public testing::TestWithParam<std::string> {};

TEST_P(PlantedFault, ShowsOnItsTrigger) {
  lab::Lab lab;
  const lab::Target target = FindPlanted(GetParam());
  ASSERT_TRUE(target.ready) << target.reason;
  if (std::filesystem::exists(TriggerFile(GetParam() + ".before"))) {
    EXPECT_EQ(Check(GetParam() + ".before", target, lab).status, oracle::CaseStatus::kOk);
  }
  for (int run = 0; run < kRuns; ++run)
    if (oracle::IsFinding(Check(GetParam(), target, lab).status)) return;
  ADD_FAILURE() << kRuns << " runs of " << TriggerFile(GetParam()) << " show nothing";
}

INSTANTIATE_TEST_SUITE_P(All, PlantedFault, testing::ValuesIn(Names()), [](const auto& name) {
  std::string out = name.param;
  std::replace(out.begin(), out.end(), '-', '_');
  return out;
});

TEST(StudyFaults, TheSlowCopyIsRightAndSlow) {
  lab::Lab lab;
  const oracle::TargetResult slow = Check(std::string(kSlow), FindPlanted(std::string(kSlow)), lab);
  const oracle::TargetResult quick = Check(std::string(kSlow), FindPlanted(""), lab);
  EXPECT_EQ(slow.status, oracle::CaseStatus::kOk) << slow.message;
  EXPECT_GT(slow.run_ms, 10 * quick.run_ms);
}

TEST(StudyFaults, NobodyIsAccusedOfWhatTheTextLeavesOpen) {
  lab::Lab lab;
  for (const std::string_view fault : kOpen) {
    const std::string name(fault);
    EXPECT_FALSE(oracle::IsFinding(Check(name, FindPlanted(name), lab).status)) << name;
  }
}

TEST(Planted, IsUnbrokenWithoutAFault) {
  lab::Lab lab;
  const lab::Target target = FindPlanted("");
  ASSERT_TRUE(target.ready) << target.reason;
  for (const std::string& name : Names()) {
    const oracle::TargetResult result = Check(name, target, lab);
    // Its roundings are those of shipped libraries, not of a careful one: suspicious is fine.
    EXPECT_FALSE(oracle::IsFinding(result.status)) << name << ": " << result.message;
    EXPECT_NE(result.status, oracle::CaseStatus::kUnsupported) << name << ": " << result.message;
  }
  EXPECT_EQ(lab.started(), 1);
}

TEST(Planted, SaysThatThereIsNoSuchFault) {
  lab::Lab lab;
  const lab::Target target = FindPlanted("round-half-awry");
  const oracle::TargetResult result = Check("round-half-away", target, lab);
  EXPECT_EQ(result.message, "no fault is called round-half-awry; did you mean round-half-away?");
}

}  // namespace
}  // namespace assay::faults::faults_test
