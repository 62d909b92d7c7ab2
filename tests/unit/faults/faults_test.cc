// The planted faults themselves: the list is sound, every fault shows on its trigger, and the
// unbroken worker shows nothing.
//
// tests/faults/triggers/<name>.txt is a model in the text form whose inputs have defaults; a file
// <name>.before.txt is run first, for faults that need a past.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>

#include "base/files.h"
#include "base/strings.h"
#include "fault.h"
#include "generate/inputs.h"
#include "graph/text.h"
#include "onnx/model_io.h"
#include "ops/infer.h"
#include "oracle/check.h"

namespace assay::faults::faults_test {
namespace {

// Leaks and races need a few runs before they show.
constexpr int kRuns = 40;

std::string Folder() { return lab::HomeFolder() + "/tests/faults"; }

std::string TriggerFile(const std::string& name) { return Folder() + "/triggers/" + name + ".txt"; }

lab::Registry LoadRegistry() {
  lab::RegistryOptions options;
  options.home = lab::HomeFolder();
  if (const char* bin = std::getenv("ASSAY_WORKERS_BIN")) options.workers_bin = bin;
  options.backend_dirs = {Folder() + "/backends"};
  return lab::Registry::Load(options).value();
}

oracle::Subject LoadTrigger(const std::string& name) {
  oracle::Subject out;
  out.model = ParseModelText(ReadFile(TriggerFile(name)).value()).value();
  const Status inferred = ops::InferTypes(out.model);
  EXPECT_TRUE(inferred.ok()) << name << ": " << inferred.error().message;
  Rng rng(1);
  out.inputs = generate::RandomInputs(out.model.graph, rng).value();
  out.bytes = onnxio::SerializeModel(out.model).value();
  return out;
}

oracle::TargetResult Check(const std::string& trigger, const lab::Target& target, lab::Lab& lab) {
  const oracle::Subject subject = LoadTrigger(trigger);
  const auto truth = oracle::ComputeTruth(subject);
  return oracle::CheckTarget(subject, truth.value(), target, lab, {});
}

// Right results, but late: no check of results can see it.
constexpr std::string_view kSlow = "flatten-copies-slowly";

std::vector<std::string> Names() {
  std::vector<std::string> out;
  for (const std::span<const Fault> list : {AllFaults(), AllStudyFaults()})
    for (const Fault& fault : list)
      if (fault.name != kSlow) out.emplace_back(fault.name);
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
  for (const auto& entry : std::filesystem::directory_iterator(Folder() + "/triggers")) {
    std::string stem = entry.path().stem();
    if (stem.ends_with(".before")) stem.resize(stem.size() - std::string(".before").size());
    EXPECT_NE(FindFault(stem), nullptr) << entry.path();
  }
}

class PlantedFault : public testing::TestWithParam<std::string> {
 protected:
  static lab::Target Find(const std::string& name) { return LoadRegistry().Find(name).value(); }
};

TEST_P(PlantedFault, ShowsOnItsTrigger) {
  lab::Lab lab;
  const lab::Target target = Find("planted:" + GetParam());
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
  const oracle::TargetResult slow =
      Check(std::string(kSlow), LoadRegistry().Find(StrCat("planted:", kSlow)).value(), lab);
  const oracle::TargetResult quick =
      Check(std::string(kSlow), LoadRegistry().Find("planted").value(), lab);
  EXPECT_EQ(slow.status, oracle::CaseStatus::kOk) << slow.message;
  EXPECT_GT(slow.run_ms, 10 * quick.run_ms);
}

TEST(Planted, IsUnbrokenWithoutAFault) {
  lab::Lab lab;
  const lab::Target target = LoadRegistry().Find("planted").value();
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
  const lab::Target target = LoadRegistry().Find("planted:round-half-awry").value();
  const oracle::TargetResult result = Check("round-half-away", target, lab);
  EXPECT_EQ(result.message, "no fault is called round-half-awry; did you mean round-half-away?");
}

}  // namespace
}  // namespace assay::faults::faults_test
