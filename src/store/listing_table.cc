#include "store/listing_table.h"

#include "base/strings.h"
#include "store/read_rows.h"

namespace assay::store {
namespace {

// "2026-11-16 14:30:00" as a number that sorts the same way.
int64_t NumberOfTime(std::string_view time) {
  int64_t out = 0;
  for (const char c : time.substr(0, 19))
    if (c >= '0' && c <= '9') out = out * 10 + (c - '0');
  return out;
}

Result<int64_t> Number(const Database& database, const char* sql) {
  return SelectNumber(database, sql);
}

void Take(Statement& select, ListingTable& out) {
  const auto [place, fresh] =
      out.places.try_emplace(select.Text(), static_cast<uint32_t>(out.rows.size()));
  if (fresh) out.rows.emplace_back();
  ListingRow& row = out.rows[place->second];
  row.id = &place->first;
  for (size_t i = 0; i < kFacetCount; ++i)
    row.facets[i] = out.facets[i].Number(FacetValue(i, select.View()));
  row.label = out.labels.Number(select.View());
  row.grouping = out.groupings.Number(select.View());
  row.campaign = select.Int();
  row.count = select.Int();
  row.first_seen = NumberOfTime(select.View());
  row.severity = select.Real();
  row.realism = select.Real();
}

// Those that changed after `out` was read; all, for one that never was.
Status Read(const Database& database, int64_t changed, ListingTable& out) {
  const bool all = out.changed < 0;
  if (changed == out.changed && database.dialect().exact_mark) return {};
  ASSAY_ASSIGN(Statement select,
               database.Prepare(StrCat("SELECT id, ", Join(kFacets, ", "),
                                       ", label, grouping, campaign, count, first_seen, severity, "
                                       "realism FROM findings",
                                       all ? "" : " WHERE changed > ?")
                                    .c_str()));
  if (!all) select.Bind(out.changed);
  if (all) {
    ASSAY_ASSIGN(const int64_t size, Number(database, "SELECT count(*) FROM findings"));
    out.rows.reserve(static_cast<size_t>(size + size / 8));
    out.places.reserve(out.rows.capacity());
  }
  while (select.Step()) Take(select, out);
  if (select.failed()) return database.Problem("cannot be read");
  out.changed = changed;
  return {};
}

}  // namespace

uint32_t Texts::Number(std::string_view text) {
  if (!texts_.empty() && *texts_[last_] == text) return last_;
  const auto [it, fresh] = numbers_.try_emplace(std::string(text), size());
  if (fresh) texts_.push_back(&it->first);
  last_ = it->second;
  return last_;
}

uint32_t Texts::Find(std::string_view text) const {
  const auto found = numbers_.find(std::string(text));
  return found == numbers_.end() ? size() : found->second;
}

Result<std::shared_ptr<ListingTable>> ListingOf(const Database& database) {
  ASSAY_ASSIGN(const int64_t gone, Number(database, "SELECT value FROM marks WHERE name = 'gone'"));
  ASSAY_ASSIGN(const int64_t changed, Number(database, database.dialect().findings_mark));
  std::shared_ptr<ListingTable> out = database.listing();
  // Fewer changes than before: an older store was written over this one.
  if (out == nullptr || out->gone != gone || changed < out->changed) {
    out = std::make_shared<ListingTable>();
    out->no_grouping = out->groupings.Number("");
    out->gone = gone;
  }
  ASSAY_RETURN_IF_ERROR(Read(database, changed, *out));
  if (database.reads_only()) database.listing() = out;
  return out;
}

}  // namespace assay::store
