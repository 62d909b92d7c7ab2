// Looks at the store once a second for all live viewers together, and publishes what has changed.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "web/sources.h"

namespace assay::web {

// Events: what live viewers are told. One thread publishes; every viewer waits for what is new.
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

class Sampler {
 public:
  Sampler(const Sources& sources, Events& events) : sources_(sources), events_(events) {}

  // Until the events are closed. Does nothing while nobody watches.
  void Run();
  // One look. Errors are left for the next one.
  void Look();

 private:
  Status Read();
  Status Begin();
  void TellProgress(const store::ProgressRow& row);
  Status TellFindings();

  const Sources& sources_;
  Events& events_;
  std::optional<store::Store> store_;
  std::optional<FileId> file_;  // that is open
  int64_t mark_ = 0;
  std::map<int64_t, store::ProgressRow> last_;  // by campaign
  std::map<int64_t, int64_t> cases_;            // of campaigns, by campaign
  int64_t findings_ = 0, checks_ = 0;
  std::string newest_;          // when the newest finding that was told came
  std::set<std::string> told_;  // findings of that moment
};

}  // namespace assay::web
