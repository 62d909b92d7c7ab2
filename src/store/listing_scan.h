// One pass over all findings that a filter lets through: counts by facet, and what a list is sorted
// by.
#pragma once

#include <cstdint>
#include <vector>

#include "store/database.h"
#include "store/listing.h"
#include "store/listing_table.h"

namespace assay::store {

// A finding, or a bug, with what decides its place.
struct Key {
  const ListingRow* row = nullptr;  // of a bug: of its finding that was seen most often
  double number = 0;                // what is sorted by, unless that is text
  int64_t members = 1;
  int64_t hits = 0;  // of all members together
};

struct ScanResult {
  FindingCounts counts;
  std::vector<Key> keys;  // in no order
};

// `order`: null when no keys are wanted. Only text is searched for in `database`.
Result<ScanResult> Scan(const Database& database, ListingTable& table, const FindingFilter& filter,
                        const FindingOrder* order);

// Whether `a` comes before `b`.
bool ComesBefore(const ListingTable& table, const Key& a, const Key& b, const FindingOrder& order);

}  // namespace assay::store
