#include "web/events.h"

#include <chrono>

#include "base/strings.h"

namespace assay::web {
namespace {

constexpr size_t kKept = 256;  // messages; at one a second nobody who reads falls behind so far
constexpr size_t kMostViewers = 100;

}  // namespace

void Events::Publish(std::string_view event, int64_t campaign, const nlohmann::json& data) {
  const std::string json = data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  const std::lock_guard lock(mutex_);
  messages_.push_back(
      {++newest_, campaign, StrCat("id: ", newest_, "\nevent: ", event, "\ndata: ", json, "\n\n")});
  if (messages_.size() > kKept) messages_.pop_front();
  changed_.notify_all();
}

std::string Events::Wait(uint64_t& last, int64_t campaign, double seconds) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::duration<double>(seconds),
                    [&] { return closed_ || newest_ > last; });
  std::string out;
  for (const Message& message : messages_)
    if (message.number > last &&
        (campaign == 0 || message.campaign == 0 || message.campaign == campaign))
      out += message.text;
  last = newest_;
  return out;
}

uint64_t Events::Newest() const {
  const std::lock_guard lock(mutex_);
  return newest_;
}

bool Events::Enter() {
  const std::lock_guard lock(mutex_);
  if (viewers_ == kMostViewers || closed_) return false;
  ++viewers_;
  changed_.notify_all();
  return true;
}

void Events::Leave() {
  const std::lock_guard lock(mutex_);
  --viewers_;
}

bool Events::WaitForViewers(double seconds) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::duration<double>(seconds),
                    [&] { return closed_ || viewers_ > 0; });
  return viewers_ > 0;
}

void Events::Close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

bool Events::closed() const {
  const std::lock_guard lock(mutex_);
  return closed_;
}

}  // namespace assay::web
