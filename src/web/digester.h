// Keeps what lists show of findings up to date, a few at a time.
#pragma once

#include <condition_variable>
#include <mutex>

#include "store/store.h"
#include "web/sampler.h"
#include "web/sources.h"

namespace assay::web {

// Digests at most `limit` findings that need it; returns how many there were. Reads first and
// writes in one short step, so that a campaign hardly waits.
Result<size_t> DigestSome(store::Store& store, int64_t limit);

// Until `events` are closed. Takes a small part of one processor.
void KeepDigesting(const Sources& sources, const Events& events);

// Reads what the first page needs before anybody asks for it, so that nobody waits for it.
class ReadAhead {
 public:
  ReadAhead(const Sources& sources, Events& events) : sources_(sources), events_(events) {}

  // In a thread of its own; returns when all is read or the events are closed. A store that cannot
  // be read is a matter of the pages, which say so.
  void Run();
  // Waits at most `seconds` until the first page can be had quickly; whether it can.
  bool Wait(double seconds);

 private:
  const Sources& sources_;
  Events& events_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ready_ = false;
};

}  // namespace assay::web
