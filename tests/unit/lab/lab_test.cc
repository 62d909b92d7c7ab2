#include "lab/lab.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <set>
#include <thread>

#include "base/strings.h"
#include "tests/fakes/hostile.h"

namespace assay::lab {
namespace {

double Seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class HostileKind : public testing::TestWithParam<std::pair<const std::string, Ending>> {};

TEST_P(HostileKind, IsSeenAsData) {
  const auto& [mode, expected] = GetParam();
  LabOptions options;
  options.limits.output_bytes = 1 << 20;
  options.wall_s = expected == Ending::kHang ? 0.2 : 20;
  Lab lab(options);
  const Observation seen = lab.Run(HostileTarget(mode), HostileRequest());
  // Two replies may come in one piece, and then belong to one case.
  const bool at_once = mode == "twice" && seen.ending == Ending::kProtocol;
  EXPECT_EQ(EndingName(seen.ending), EndingName(at_once ? seen.ending : expected)) << seen.message;
  EXPECT_EQ(seen.ok(), seen.message.empty());
  // The next case on the same lab is not harmed.
  const Observation next = lab.Run(HostileTarget("ok"), HostileRequest());
  ASSERT_TRUE(next.ok()) << next.message;
  ASSERT_EQ(next.outputs.size(), 1u);
  EXPECT_EQ(next.outputs[0].second.tensor.RealAt(0), 1.0);
}

// All clean processes but the first are copies of one that serves nothing.
TEST_P(HostileKind, IsSeenAsDataInACopy) {
  const auto& [mode, expected] = GetParam();
  LabOptions options;
  options.limits.output_bytes = 1 << 20;
  options.wall_s = expected == Ending::kHang ? 0.2 : 20;
  Lab lab(options);
  Request request = HostileRequest();
  request.fresh = true;
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(lab.Run(HostileTarget("ok", "copies"), request).ok());
  const Observation seen = lab.Run(HostileTarget(mode, "copies"), request);
  const bool at_once = mode == "twice" && seen.ending == Ending::kProtocol;
  EXPECT_EQ(EndingName(seen.ending), EndingName(at_once ? seen.ending : expected)) << seen.message;
  EXPECT_TRUE(lab.Run(HostileTarget("ok", "copies"), request).ok());
}

INSTANTIATE_TEST_SUITE_P(All, HostileKind, testing::ValuesIn(HostileKinds()), [](const auto& kind) {
  std::string name = kind.param.first;
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
});

TEST(Lab, TellsStageAndReasonOfACrash) {
  Lab lab;
  const Observation seen = lab.Run(HostileTarget("abort"), HostileRequest());
  EXPECT_EQ(seen.stage, Stage::kCompile);
  EXPECT_EQ(seen.kind, "abort");
  EXPECT_THAT(seen.message, testing::HasSubstr("check failed: rank < 3"));
}

TEST(Lab, DoesNotBlameACaseForAWorkerThatOthersEnded) {
  const std::string mark = StrCat("/tmp/assay-ended-", getpid());
  std::filesystem::remove(mark);
  Lab lab;
  const Observation seen = lab.Run(HostileTarget("ended-by-others"), HostileRequest());
  EXPECT_TRUE(seen.ok()) << seen.message;
  EXPECT_TRUE(std::filesystem::remove(mark)) << "it was not ended";
}

TEST(Lab, KeepsWhatAFrameworkPrintsApart) {
  Lab lab;
  const Observation seen = lab.Run(HostileTarget("noise"), HostileRequest());
  EXPECT_THAT(seen.printed, testing::HasSubstr("hello on stdout"));
  EXPECT_THAT(seen.printed, testing::HasSubstr("warns on stderr"));
}

TEST(Lab, ServesManyCasesWithOneProcess) {
  Lab lab;
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(lab.Run(HostileTarget("ok"), HostileRequest()).ok());
  EXPECT_EQ(lab.started(), 1);
}

TEST(Lab, GivesAFreshProcessWhenAsked) {
  Lab lab;
  Request request = HostileRequest();
  ASSERT_TRUE(lab.Run(HostileTarget("ok"), request).ok());
  request.fresh = true;
  ASSERT_TRUE(lab.Run(HostileTarget("ok"), request).ok());
  EXPECT_EQ(lab.started(), 2);
}

TEST(Lab, KeepsTheWarmProcessOfADeviceBesideAFreshOne) {
  Target target = HostileTarget("ok");
  target.device = "cuda";
  Lab lab;
  Request request = HostileRequest(), fresh = HostileRequest();
  fresh.fresh = true;
  const size_t before = lab.Run(target, request).served_before;
  ASSERT_TRUE(lab.Run(target, fresh).ok());
  ASSERT_TRUE(lab.Run(target, fresh).ok());
  EXPECT_EQ(lab.started(), 3) << "a process was fresh twice";
  EXPECT_EQ(lab.Run(target, request).served_before, before + 1);
  EXPECT_EQ(lab.started(), 3);
}

TEST(Lab, RunsRequestsInOneCleanProcessInTheirOrder) {
  Lab lab;
  ASSERT_TRUE(lab.Run(HostileTarget("spoils"), HostileRequest()).ok());
  std::vector<Request> requests;
  for (const char* mode : {"victim", "spoils", "victim", "ok"}) {
    requests.push_back(HostileRequest());
    requests.back().mode = mode;
    requests.back().wall_s = 20;
  }
  const auto seen = lab.RunInOrder(HostileTarget("ok"), requests);
  ASSERT_EQ(seen.size(), 3u) << "it ends with the process";
  EXPECT_TRUE(seen[0].ok()) << "the process was not clean";
  EXPECT_EQ(EndingName(seen[2].ending), "crash");
  EXPECT_TRUE(lab.Run(HostileTarget("victim"), HostileRequest()).ok()) << "it was kept";
}

TEST(Lab, EndsAProcessThatLostItsDevice) {
  for (const char* mode : {"device-lost", "device-lost-unsupported"}) {
    Lab lab;
    lab.Run(HostileTarget(mode), HostileRequest());
    EXPECT_TRUE(lab.Run(HostileTarget("ok"), HostileRequest()).ok());
    EXPECT_EQ(lab.started(), 2) << mode;
  }
}

TEST(Lab, TellsWhatItsProcessRanBefore) {
  Lab lab;
  ASSERT_TRUE(lab.Run(HostileTarget("ok"), HostileRequest()).ok());
  const Observation seen = lab.Run(HostileTarget("abort"), HostileRequest());
  ASSERT_NE(seen.history, nullptr);
  const auto before = seen.history->First(seen.served_before);
  ASSERT_EQ(before.size(), 1u);
  EXPECT_EQ(before[0].request.mode, "ok");
  EXPECT_EQ(before[0].request.model, "model");
}

TEST(Lab, GivesCopiesThatShareNothing) {
  Lab lab;
  Request request = HostileRequest();
  request.fresh = true;
  for (const char* mode : {"ok", "spoils", "spoils", "victim"})
    EXPECT_TRUE(lab.Run(HostileTarget(mode, "copies"), request).ok()) << mode;
  const Observation seen = lab.Run(HostileTarget("abort", "copies"), request);
  EXPECT_EQ(seen.stage, Stage::kCompile) << "it has the stage page of another one";
  EXPECT_THAT(seen.message, testing::HasSubstr("check failed: rank < 3"));
  EXPECT_EQ(seen.served_before, 0u);
}

TEST(Lab, StartsOneProgramForManyCopies) {
  Lab lab;
  Request request = HostileRequest();
  request.fresh = true;
  std::set<std::string> programs;
  for (int i = 0; i < 5; ++i) {
    const Observation seen = lab.Run(HostileTarget("start-time", "copies"), request);
    ASSERT_TRUE(seen.ok()) << seen.message;
    programs.insert(seen.printed);
  }
  EXPECT_EQ(programs.size(), 2u) << "the first, and the one that is copied";
}

TEST(Lab, StartsProcessesWhereACopyIsNone) {
  Lab lab;
  Request request = HostileRequest();
  request.fresh = true;
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(lab.Run(HostileTarget("ok", "lies"), request).ok());
}

TEST(Lab, RecyclesWorkers) {
  LabOptions options;
  options.recycle_after = 10;
  Lab lab(options);
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(lab.Run(HostileTarget("ok"), HostileRequest()).ok());
  EXPECT_EQ(lab.started(), 10);
}

TEST(Lab, ReplacesADeadWorkerFromTheSpares) {
  LabOptions options;
  options.spares = 1;
  Lab lab(options);
  ASSERT_TRUE(lab.Run(HostileTarget("ok"), HostileRequest()).ok());
  std::vector<double> taken;
  for (int i = 0; i < 5; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));  // the spare warms up
    ASSERT_EQ(lab.Run(HostileTarget("abort"), HostileRequest()).ending, Ending::kCrash);
    const double start = Seconds();
    ASSERT_TRUE(lab.Run(HostileTarget("ok"), HostileRequest()).ok());
    taken.push_back(Seconds() - start);
  }
  std::sort(taken.begin(), taken.end());
  EXPECT_LT(taken[2], 0.1);
}

TEST(Lab, SaysWhyAWorkerDoesNotComeUp) {
  Lab lab;
  EXPECT_THAT(lab.Run(HostileTarget("ok", "dies"), HostileRequest()).message,
              testing::HasSubstr("cannot import the framework"));
  EXPECT_EQ(lab.Run(HostileTarget("ok", "unwell"), HostileRequest()).message, "no CUDA device");
  Target absent = HostileTarget("ok");
  absent.command.words = {"/nonexistent/worker"};
  absent.launch_key = "absent";
  const Observation seen = lab.Run(absent, HostileRequest());
  EXPECT_EQ(seen.ending, Ending::kNotReady);
  EXPECT_THAT(seen.message, testing::HasSubstr("/nonexistent/worker"));
}

TEST(Lab, GivesUpOnAnEnvironmentThatNeverComesUp) {
  Lab lab;
  for (int i = 0; i < 20; ++i) lab.Run(HostileTarget("ok", "dies"), HostileRequest());
  EXPECT_LE(lab.started(), 4);
}

TEST(Lab, WorksForManyThreadsAtOnce) {
  Lab lab;
  std::atomic<int> good = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        const bool crash = i % 10 == 9;
        const Observation seen =
            lab.Run(HostileTarget(crash ? "segfault" : "ok"), HostileRequest());
        if (seen.ending == (crash ? Ending::kCrash : Ending::kOk)) ++good;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 200);
}

TEST(Lab, StatedGapsAreNoFailures) {
  Manifest manifest;
  manifest.gaps = {{"INVALID.*no kernel", "", "opt=*", "no kernel for this type"}};
  EXPECT_NE(manifest.FindGap("opt=off", Stage::kLoad, "INVALID_GRAPH", "there is no kernel"),
            nullptr);
  EXPECT_EQ(manifest.FindGap("", Stage::kLoad, "INVALID_GRAPH", "there is no kernel"), nullptr);
  EXPECT_EQ(manifest.FindGap("opt=off", Stage::kLoad, "FAIL", "there is no kernel"), nullptr);
}

TEST(Lab, AGapOfAnotherMachineCoversNothing) {
  Manifest manifest;
  manifest.gaps = {{"no kernel", "", "", "not there", {"aarch64"}}};
  EXPECT_NE(manifest.FindGap("", Stage::kRun, "E", "no kernel", "aarch64"), nullptr);
  EXPECT_EQ(manifest.FindGap("", Stage::kRun, "E", "no kernel", "x86_64"), nullptr);
  manifest.gaps.push_back({"no kernel", "", "", "on all", {}});
  EXPECT_EQ(manifest.FindGap("", Stage::kRun, "E", "no kernel", "x86_64")->reason, "on all");
}

}  // namespace
}  // namespace assay::lab
