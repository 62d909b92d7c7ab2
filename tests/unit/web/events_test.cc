#include <gtest/gtest.h>

#include <thread>

#include "web/sampler.h"

namespace assay::web {
namespace {

TEST(Events, ReachThoseWhomTheyConcern) {
  Events events;
  events.Publish("finding", 1, {{"id", "before"}});
  uint64_t one = events.Newest(), all = one, two = one;
  events.Publish("progress", 1, {{"n", 1}});
  events.Publish("progress", 2, {{"n", 2}});
  EXPECT_EQ(events.Wait(one, 1, 0), "id: 2\nevent: progress\ndata: {\"n\":1}\n\n");
  EXPECT_EQ(events.Wait(two, 2, 0), "id: 3\nevent: progress\ndata: {\"n\":2}\n\n");
  EXPECT_NE(events.Wait(all, 0, 0).find("id: 2"), std::string::npos);
  EXPECT_EQ(events.Wait(all, 0, 0), "");
}

TEST(Events, StrangeTextStaysOnItsLine) {
  Events events;
  uint64_t last = 0;
  events.Publish("finding", 0, {{"message", "a\n\nevent: fake\ndata: x\r\n\xff"}});
  const std::string text = events.Wait(last, 0, 0);
  EXPECT_EQ(text.find("\n\n"), text.size() - 2);
  EXPECT_EQ(text.find("\r"), std::string::npos);
}

TEST(Events, CloseWakesEverybody) {
  Events events;
  ASSERT_TRUE(events.Enter());
  std::thread viewer([&] {
    uint64_t last = 0;
    EXPECT_EQ(events.Wait(last, 0, 600), "");
  });
  events.Close();
  viewer.join();
  EXPECT_FALSE(events.Enter());
}

TEST(Events, HaveRoomForSoManyViewers) {
  Events events;
  int viewers = 0;
  while (viewers < 10000 && events.Enter()) ++viewers;
  EXPECT_GE(viewers, 50);
  EXPECT_LT(viewers, 1000);
  events.Leave();
  EXPECT_TRUE(events.Enter());
  EXPECT_TRUE(events.WaitForViewers(0));
}

}  // namespace
}  // namespace assay::web
