#include "web/read_ahead.h"

#include <chrono>

#include "web/page.h"

namespace assay::web {
namespace {

constexpr double kTextsAfterSeconds = 2;

}  // namespace

void ReadAhead::Run() {
  // What they read stays with the connection that lists share.
  for (const char* path : {"/api/overview", "/api/findings"}) {
    Query query;
    if (const Page* page = FindPage(path, query)) (void)AnswerOf(*page, sources_, query);
  }
  {
    const std::lock_guard lock(mutex_);
    ready_ = true;
    changed_.notify_all();
  }
  // The texts that are searched take longer, and the first page does without them.
  uint64_t none = UINT64_MAX;  // waits for the end alone
  (void)events_.Wait(none, 0, kTextsAfterSeconds);
  if (events_.closed()) return;
  (void)sources_.WithLists([](const store::Store& store) { return store.Count({.text = "a"}); });
}

bool ReadAhead::Wait(double seconds) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return ready_; });
}

}  // namespace assay::web
