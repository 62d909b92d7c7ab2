// Events: what live viewers are told. One thread publishes; every viewer waits for what is new.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace assay::web {

class Events {
 public:
  // `campaign`: whom it concerns; 0: everybody.
  void Publish(std::string_view event, int64_t campaign, const nlohmann::json& data);

  // Waits at most `seconds` for events behind number `last`, and returns their text as it is sent;
  // "" when there are none. `campaign`: only its events and those for everybody; 0: all. A viewer
  // that is too slow misses some.
  std::string Wait(uint64_t& last, int64_t campaign, double seconds);
  // Where a new viewer begins.
  uint64_t Newest() const;

  // One more viewer; false when there are too many. Leave() is due when true.
  bool Enter();
  void Leave();
  // Waits until there is a viewer, or `seconds` are over; true when there is one.
  bool WaitForViewers(double seconds);

  // Everybody who waits returns, now and later.
  void Close();
  bool closed() const;

 private:
  struct Message {
    uint64_t number = 0;
    int64_t campaign = 0;
    std::string text;
  };

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Message> messages_;  // the newest last
  uint64_t newest_ = 0;
  size_t viewers_ = 0;
  bool closed_ = false;
};

}  // namespace assay::web
