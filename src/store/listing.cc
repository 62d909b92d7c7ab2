#include "store/listing.h"

#include <algorithm>
#include <cstring>

#include "base/strings.h"
#include "store/database.h"
#include "store/insert.h"
#include "store/listing_table.h"
#include "store/read_rows.h"
#include "store/store.h"

namespace assay::store {
namespace {

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

using By = FindingOrder::By;

constexpr size_t kMostWords = 8;  // that are searched for; what stands behind them does not count

// Eight letters with A to Z made small; bytes above 127 stay.
uint64_t Lower(uint64_t letters) {
  constexpr uint64_t kEach = 0x0101010101010101;
  const uint64_t low = letters & (0x7f * kEach);
  const uint64_t from_a = low + (0x80 - 'A') * kEach;   // its top bit: at least A
  const uint64_t above_z = low + (0x7f - 'Z') * kEach;  // its top bit: more than Z
  const uint64_t capital = ~letters & (from_a ^ above_z) & (0x80 * kEach);
  return letters | (capital >> 2);
}

void AppendLower(std::string_view text, std::string& out) {
  const size_t begin = out.size();
  out.append(text);
  // Eight at a time, filled up with zeros for that.
  out.resize(begin + (text.size() + 7) / 8 * 8);
  for (size_t i = begin; i < out.size(); i += 8) {
    uint64_t some;
    std::memcpy(&some, out.data() + i, 8);
    some = Lower(some);
    std::memcpy(out.data() + i, &some, 8);
  }
  out.resize(begin + text.size());
}

std::vector<std::string> WordsOf(const std::string& text) {
  std::string lower;
  AppendLower(text, lower);
  std::vector<std::string> out;
  for (std::string& word : Split(lower, ' '))
    if (!word.empty() && out.size() < kMostWords) out.push_back(std::move(word));
  return out;
}

bool HoldsAll(std::string_view text, const std::vector<std::string>& words) {
  for (const std::string& word : words)
    if (memmem(text.data(), text.size(), word.data(), word.size()) == nullptr) return false;
  return true;
}

// Texts of the rows that changed after they were read; of all, before the first search. A search
// for each letter that is typed would read them all.
Status ReadTexts(const Database& database, ListingTable& table) {
  if (table.texts_changed == table.changed && database.dialect().exact_mark) return {};
  const bool all = table.texts_changed < 0;
  ASSAY_ASSIGN(Statement select,
               database.Prepare(all ? "SELECT id, title, target, message FROM findings"
                                    : "SELECT id, title, target, message FROM findings "
                                      "WHERE changed > ?"));
  if (!all) select.Bind(table.texts_changed);
  table.texts.resize(table.rows.size());
  while (select.Step()) {
    const std::string id = select.Text();
    const auto place = table.places.find(id);
    if (place == table.places.end()) continue;  // has come since the table was read
    std::string& text = table.texts[place->second];
    text.clear();
    AppendLower(id, text);
    for (int i = 0; i < 3; ++i) {
      text += '\0';  // no word goes across
      AppendLower(select.View(), text);
    }
  }
  if (select.failed()) return database.Problem("cannot be read");
  table.texts_changed = table.changed;
  return {};
}

// For each row of `table` whether each word of `text` stands in the finding's id, title, target or
// message, whatever the case of letters. Reads the table's texts where they are missing.
Result<std::vector<bool>> Search(const Database& database, ListingTable& table,
                                 const std::string& text) {
  const std::vector<std::string> words = WordsOf(text);
  std::vector<bool> out(table.rows.size(), true);
  if (words.empty()) return out;
  ASSAY_RETURN_IF_ERROR(ReadTexts(database, table));
  for (size_t i = 0; i < out.size(); ++i) out[i] = HoldsAll(table.texts[i], words);
  return out;
}

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

// `order`: null when no keys are wanted. Only text is searched for in `database`.
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

// Whether `a` comes before `b`.
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

}  // namespace

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
