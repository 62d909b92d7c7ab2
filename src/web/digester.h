// Keeps what lists show of findings up to date, a few at a time.
#pragma once

#include "store/store.h"
#include "web/events.h"
#include "web/sources.h"

namespace assay::web {

// Digests at most `limit` findings that need it; returns how many there were. Reads first and
// writes in one short step, so that a campaign hardly waits.
Result<size_t> DigestSome(store::Store& store, int64_t limit);

// Until `events` are closed. Takes a small part of one processor.
void KeepDigesting(const Sources& sources, const Events& events);

}  // namespace assay::web
