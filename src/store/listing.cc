#include "store/listing.h"

#include <algorithm>

#include "base/strings.h"
#include "store/database.h"
#include "store/insert.h"
#include "store/listing_scan.h"
#include "store/read_rows.h"
#include "store/store.h"

namespace assay::store {

Result<FindingPage> Store::Page(const FindingFilter& filter, const FindingOrder& order,
                                int64_t limit, int64_t offset) const {
  ASSAY_ASSIGN(const std::shared_ptr<ListingTable> table, ListingOf(*database_));
  ASSAY_ASSIGN(ScanResult scanned, Scan(*database_, *table, filter, &order));
  std::vector<Key>& keys = scanned.keys;
  const auto all = static_cast<int64_t>(keys.size());
  const int64_t begin = std::min(offset, all), end = std::min(all, begin + limit);
  const auto before = [&](const Key& a, const Key& b) { return ComesBefore(*table, a, b, order); };
  // Only what is shown is brought into order, behind what stands before it.
  std::nth_element(keys.begin(), keys.begin() + begin, keys.end(), before);
  std::partial_sort(keys.begin() + begin, keys.begin() + end, keys.end(), before);
  FindingPage out;
  out.counts = std::move(scanned.counts);
  ASSAY_ASSIGN(Statement one, database_->Prepare(StrCat(kFindingColumns, "WHERE id = ?").c_str()));
  for (int64_t i = begin; i < end; ++i) {
    const Key& key = keys[static_cast<size_t>(i)];
    one.Bind(*key.row->id);
    if (one.Step())
      out.rows.push_back({ReadFinding(one), key.members, key.hits});
    else if (one.failed())
      return database_->Problem("cannot be read");
    one.Reset();
  }
  return out;
}

Result<std::vector<ListedFinding>> Store::List(const FindingFilter& filter,
                                               const FindingOrder& order, int64_t limit,
                                               int64_t offset) const {
  ASSAY_ASSIGN(FindingPage page, Page(filter, order, limit, offset));
  return std::move(page.rows);
}

Result<FindingCounts> Store::Count(const FindingFilter& filter) const {
  ASSAY_ASSIGN(const std::shared_ptr<ListingTable> table, ListingOf(*database_));
  ASSAY_ASSIGN(ScanResult scanned, Scan(*database_, *table, filter, nullptr));
  return std::move(scanned.counts);
}

Result<std::map<int64_t, int64_t>> Store::FindingsByCampaign() const {
  ASSAY_ASSIGN(const std::shared_ptr<ListingTable> table, ListingOf(*database_));
  std::map<int64_t, int64_t> out;
  for (const ListingRow& row : table->rows) ++out[row.campaign];
  return out;
}

Result<std::vector<FindingRow>> Store::FindingsSince(const std::string& time, int64_t limit) const {
  ASSAY_ASSIGN(Statement select,
               database_->Prepare(
                   StrCat(kFindingColumns, "WHERE first_seen >= ? ORDER BY first_seen, id LIMIT ?")
                       .c_str()));
  select.Bind(time).Bind(limit);
  return ReadRows<FindingRow>(*database_, select,
                              [&](FindingRow& row) { row = ReadFinding(select); });
}

}  // namespace assay::store
