#include "lab/environment_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace assay::lab {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

void WaitUntil(const std::function<bool()>& holds) {
  for (int i = 0; i < 1000 && !holds(); ++i) std::this_thread::sleep_for(milliseconds(5));
  ASSERT_TRUE(holds());
}

TEST(EnvironmentQueue, MakesThemInOrderAndTellsOfEachOnce) {
  std::vector<std::string> asked;
  EnvironmentQueue queue({"one", "two"}, [&](const std::string& name, const std::atomic<bool>&) {
    asked.push_back(name);
    return Status();
  });
  WaitUntil([&] { return queue.Left().empty(); });
  EXPECT_THAT(asked, ElementsAre("one", "two"));
  EXPECT_THAT(queue.TakeMade(), ElementsAre("one", "two"));
  EXPECT_THAT(queue.TakeMade(), IsEmpty());
  EXPECT_EQ(queue.Words(), "");
}

TEST(EnvironmentQueue, OneThatFailsDoesNotCostTheOthers) {
  EnvironmentQueue queue({"bad", "good"},
                         [](const std::string& name, const std::atomic<bool>&) -> Status {
                           if (name == "bad") return Invalid("no wheel");
                           return {};
                         });
  WaitUntil([&] { return queue.Left().empty(); });
  EXPECT_THAT(queue.TakeMade(), ElementsAre("good"));
  EXPECT_THAT(queue.Words(), HasSubstr("could not make bad"));
}

TEST(EnvironmentQueue, IsGivenUpWithWhoeverWantedIt) {
  std::atomic<bool> began = false;
  {
    EnvironmentQueue queue({"slow", "never"},
                           [&](const std::string& name, const std::atomic<bool>& stop) -> Status {
                             EXPECT_EQ(name, "slow");
                             began = true;
                             while (!stop) std::this_thread::sleep_for(milliseconds(1));
                             return Invalid("given up");
                           });
    WaitUntil([&] { return began.load(); });
    EXPECT_THAT(queue.Words(), HasSubstr("making slow (1 of 2)"));
    EXPECT_THAT(queue.Left(), ElementsAre("slow", "never"));
  }
}

}  // namespace
}  // namespace assay::lab
