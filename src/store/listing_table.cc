#include "store/listing_table.h"

#include "base/strings.h"

namespace assay::store {
namespace {

// "2026-11-16 14:30:00" as a number that sorts the same way.
int64_t NumberOfTime(std::string_view time) {
  int64_t out = 0;
  for (const char c : time.substr(0, 19))
    if (c >= '0' && c <= '9') out = out * 10 + (c - '0');
  return out;
}

Result<std::shared_ptr<const ListingTable>> Read(const Database& database) {
  auto out = std::make_shared<ListingTable>();
  out->no_grouping = out->groupings.Number("");
  ASSAY_ASSIGN(
      Statement select,
      database.Prepare(StrCat("SELECT ", Join(kFacets, ", "),
                              ", label, grouping, id, campaign, count, first_seen, severity, "
                              "realism FROM findings")
                           .c_str()));
  while (select.Step()) {
    ListingRow row;
    for (size_t i = 0; i < kFacetCount; ++i) row.facets[i] = out->facets[i].Number(select.View());
    row.label = out->labels.Number(select.View());
    row.grouping = out->groupings.Number(select.View());
    const std::string_view id = select.View();
    row.id = static_cast<uint32_t>(out->ids.size());
    row.id_size = static_cast<uint32_t>(id.size());
    out->ids += id;
    row.campaign = select.Int();
    row.count = select.Int();
    row.first_seen = NumberOfTime(select.View());
    row.severity = select.Real();
    row.realism = select.Real();
    out->rows.push_back(row);
  }
  if (select.failed()) return database.Problem("cannot be read");
  return std::shared_ptr<const ListingTable>(std::move(out));
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

Result<std::shared_ptr<const ListingTable>> ListingOf(const Database& database) {
  ASSAY_ASSIGN(Counted* const counted, database.counted());
  if (counted->findings == nullptr) {
    ASSAY_ASSIGN(counted->findings, Read(database));
  }
  return counted->findings;
}

}  // namespace assay::store
