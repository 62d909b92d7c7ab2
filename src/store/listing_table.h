// What lists filter, count and sort by, of all findings, in memory: 100,000 of them take 20 MB and
// a third of a second to read, and every list is then a pass over small numbers. The index
// findings_listed holds all of it, so the findings themselves are not read. A reader keeps it, and
// reads what has changed since.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "store/database.h"
#include "store/listing.h"

namespace assay::store {

inline constexpr size_t kFacetCount = std::size(kFacets);
inline constexpr size_t kTargetFacet = 2;
static_assert(std::string_view(kFacets[kTargetFacet]) == "target");
inline constexpr size_t kVersionFacet = 3;
static_assert(std::string_view(kFacets[kVersionFacet]) == "version");

// What a list counts and filters by: of a version the release, so that 2.13.0 and 2.13.0+cpu are
// one choice. The finding itself keeps what was installed.
inline std::string_view FacetValue(size_t facet, std::string_view value) {
  return facet == kVersionFacet ? value.substr(0, value.find('+')) : value;
}

// Texts by number, each kept once. Rows that follow each other mostly have the same.
class Texts {
 public:
  uint32_t Number(std::string_view text);
  // Its number, or size() when there is no such text.
  uint32_t Find(std::string_view text) const;
  const std::string& operator[](uint32_t number) const { return *texts_[number]; }
  uint32_t size() const { return static_cast<uint32_t>(texts_.size()); }

 private:
  std::unordered_map<std::string, uint32_t> numbers_;
  std::vector<const std::string*> texts_;  // keys of numbers_
  uint32_t last_ = 0;
};

struct ListingRow {
  std::array<uint32_t, kFacetCount> facets;  // numbers in ListingTable::facets
  uint32_t label, grouping;                  // numbers
  const std::string* id;                     // key of ListingTable::places
  int64_t campaign, count;
  int64_t first_seen;  // 20261116143000
  double severity, realism;
};

struct ListingTable {
  std::vector<ListingRow> rows;
  std::array<Texts, kFacetCount> facets;
  Texts labels, groupings;
  uint32_t no_grouping = 0;
  std::unordered_map<std::string, uint32_t> places;  // in `rows`, by id
  int64_t changed = -1, gone = -1;                   // marks of the store when it was read
  // What is searched, a text per row; none before the first search.
  std::vector<std::string> texts;
  int64_t texts_changed = -1;
};

// That of now.
Result<std::shared_ptr<ListingTable>> ListingOf(const Database& database);

}  // namespace assay::store
