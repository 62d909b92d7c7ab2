#include "store/listing_scan.h"

#include "store/listing_search.h"

namespace assay::store {
namespace {

using By = FindingOrder::By;

class Scanner {
 public:
  Scanner(const ListingTable& table, const FindingFilter& filter, const FindingOrder* order)
      : table_(table), filter_(filter), order_(order) {
    for (size_t i = 0; i < kFacetCount; ++i) {
      counts_[i].resize(table.facets[i].size());
      const auto wanted = filter.facets.find(kFacets[i]);
      chosen_[i] = wanted != filter.facets.end();
      if (chosen_[i]) wanted_[i] = table.facets[i].Find(FacetValue(i, wanted->second));
    }
    labels_.resize(table.labels.size(), filter.labels.empty());
    for (const std::string& label : filter.labels)
      if (const uint32_t number = table.labels.Find(label); number < labels_.size())
        labels_[number] = true;
    if (filter.as_bugs) bugs_.resize(table.groupings.size(), kNoBug);
  }

  void Take(const ListingRow& row) {
    if (!Fits(row)) return;
    size_t differing = 0, which = 0;
    for (size_t i = 0; i < kFacetCount; ++i) {
      if (!chosen_[i] || row.facets[i] == wanted_[i]) continue;
      ++differing;
      which = i;
    }
    // What differs in one facet alone is an alternative to what was chosen there.
    if (differing > 1) return;
    if (differing == 1) {
      ++counts_[which][row.facets[which]];
      return;
    }
    for (size_t i = 0; i < kFacetCount; ++i) ++counts_[i][row.facets[i]];
    ++total_;
    if (order_ != nullptr || filter_.as_bugs) TakeKey(row);
  }

  ScanResult Finish() {
    ScanResult out;
    out.counts.total = filter_.as_bugs ? static_cast<int64_t>(keys_.size()) : total_;
    for (size_t i = 0; i < kFacetCount; ++i) {
      std::map<std::string, int64_t>& counts = out.counts.facets[kFacets[i]];
      for (uint32_t value = 0; value < table_.facets[i].size(); ++value)
        if (counts_[i][value] > 0) counts[table_.facets[i][value]] = counts_[i][value];
    }
    out.keys = std::move(keys_);
    return out;
  }

 private:
  static constexpr uint32_t kNoBug = UINT32_MAX;

  // All conditions but the facets.
  bool Fits(const ListingRow& row) const {
    if (!labels_[row.label]) return false;
    if (filter_.campaign >= 0 && row.campaign != filter_.campaign) return false;
    if (filter_.grouping.empty()) return true;
    return filter_.grouping == (row.grouping == table_.no_grouping
                                    ? std::string_view(*row.id)
                                    : std::string_view(table_.groupings[row.grouping]));
  }

  double NumberOf(const ListingRow& row) const {
    switch (order_ == nullptr ? By::kRealism : order_->by) {
      case By::kSeverity:
        return row.severity;
      case By::kCount:
        return static_cast<double>(row.count);
      case By::kNewest:
        return static_cast<double>(row.first_seen);
      case By::kRealism:
        return row.realism;
      case By::kTarget:
        return 0;  // sorted by its text
    }
    return 0;
  }

  void TakeKey(const ListingRow& row) {
    const Key key = {&row, NumberOf(row), 1, row.count};
    if (!filter_.as_bugs || row.grouping == table_.no_grouping) return keys_.push_back(key);
    uint32_t& place = bugs_[row.grouping];
    if (place != kNoBug) return JoinBug(keys_[place], key);
    place = static_cast<uint32_t>(keys_.size());
    keys_.push_back(key);
  }

  // Of a bug the finding that was seen most often is shown, with the hits of all; of several that
  // were seen equally often the most realistic one.
  void JoinBug(Key& lead, const Key& key) const {
    const int64_t members = lead.members + 1, hits = lead.hits + key.hits;
    if (Represents(*key.row, *lead.row)) lead = key;
    lead.members = members;
    lead.hits = hits;
    if (order_ != nullptr && order_->by == By::kCount) lead.number = static_cast<double>(hits);
  }

  static bool Represents(const ListingRow& row, const ListingRow& other) {
    if (row.count != other.count) return row.count > other.count;
    if (row.realism != other.realism) return row.realism > other.realism;
    return *row.id < *other.id;
  }

  const ListingTable& table_;
  const FindingFilter& filter_;
  const FindingOrder* const order_;
  std::array<bool, kFacetCount> chosen_ = {};
  std::array<uint32_t, kFacetCount> wanted_ = {};
  std::array<std::vector<int64_t>, kFacetCount> counts_;  // by number of the value
  std::vector<bool> labels_;                              // that are let through
  std::vector<uint32_t> bugs_;                            // by grouping: place in keys_
  int64_t total_ = 0;
  std::vector<Key> keys_;
};

}  // namespace

Result<ScanResult> Scan(const Database& database, ListingTable& table, const FindingFilter& filter,
                        const FindingOrder* order) {
  std::vector<bool> found;
  if (!filter.text.empty()) {
    ASSAY_ASSIGN(found, Search(database, table, filter.text));
  }
  Scanner scanner(table, filter, order);
  for (size_t i = 0; i < table.rows.size(); ++i)
    if (found.empty() || found[i]) scanner.Take(table.rows[i]);
  return scanner.Finish();
}

bool ComesBefore(const ListingTable& table, const Key& a, const Key& b, const FindingOrder& order) {
  if (a.number != b.number) return order.descending ? a.number > b.number : a.number < b.number;
  if (order.by == By::kTarget && a.row->facets[kTargetFacet] != b.row->facets[kTargetFacet]) {
    const Texts& targets = table.facets[kTargetFacet];
    const int way =
        targets[a.row->facets[kTargetFacet]].compare(targets[b.row->facets[kTargetFacet]]);
    return order.descending ? way > 0 : way < 0;
  }
  if (a.row->realism != b.row->realism) return a.row->realism > b.row->realism;
  return *a.row->id < *b.row->id;
}

}  // namespace assay::store
