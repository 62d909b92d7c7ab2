#include "web/digester.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "dossier/record.h"
#include "web/page.h"

namespace assay::web {
namespace {

constexpr int64_t kAtOnce = 20;
constexpr auto kPause = std::chrono::milliseconds(1500), kStep = std::chrono::milliseconds(100);
// Of the time that digesting takes, so that it has a tenth of one processor.
constexpr int kRest = 9;

void Sleep(const Events& events, std::chrono::milliseconds time) {
  for (; time.count() > 0 && !events.closed(); time -= kStep)
    std::this_thread::sleep_for(std::min(time, kStep));
}

// Asked of a reader: those that find nothing to do do not even ask for the right to write.
bool AnyStale(const Sources& sources) {
  const auto store = sources.OpenStore();
  if (!store.ok()) return false;
  const auto stale = store->StaleFindings(1);
  return stale.ok() && !stale->empty();
}

Result<size_t> DigestStale(const Sources& sources) {
  ASSAY_ASSIGN(store::Store store, store::Store::OpenExisting(sources.store));
  return DigestSome(store, kAtOnce);
}

constexpr double kTextsAfterSeconds = 2;

}  // namespace

Result<size_t> DigestSome(store::Store& store, int64_t limit) {
  ASSAY_ASSIGN(const auto stale, store.StaleFindings(limit));
  std::vector<store::DigestRow> digests;
  for (const store::DigestRow& wanted : stale) {
    ASSAY_ASSIGN(const auto row, store.TryFinding(wanted.finding));
    if (!row.has_value()) continue;
    store::DigestRow digest = wanted;
    // One that cannot be read is listed without: it must not be tried for ever.
    try {
      auto made = dossier::DigestOf(store, *row);
      if (made.ok()) digest = std::move(made).value();
    } catch (const std::exception&) {  // JSON of strangers
    }
    digest.finding = wanted.finding;
    digest.stale = wanted.stale;
    digests.push_back(std::move(digest));
  }
  if (!digests.empty()) ASSAY_RETURN_IF_ERROR(store.KeepDigests(digests));
  return digests.size();
}

void KeepDigesting(const Sources& sources, const Events& events) {
  using Clock = std::chrono::steady_clock;
  while (!events.closed()) {
    const Clock::time_point begin = Clock::now();
    const auto done = AnyStale(sources) ? DigestStale(sources) : Result<size_t>(size_t{0});
    const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);
    Sleep(events, done.ok() && *done > 0 ? std::max(kStep, spent * kRest) : kPause);
  }
}

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
