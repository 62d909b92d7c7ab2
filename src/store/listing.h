// Lists of findings, page by page, of stores with very many of them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "store/rows.h"

namespace assay::store {

// What a list lets through; "" and empty lists let everything.
struct FindingFilter {
  std::string text;  // words, each in the id, title, target or message, whatever the case
  std::map<std::string, std::string> facets;  // one of kFacets: its value
  std::vector<std::string> labels;            // any of these; "" stands for none
  std::string grouping;
  int64_t campaign = -1;  // < 0: any
  bool as_bugs = false;   // one row for all findings of a bug
};

// Columns that lists count by, and filter by one value.
inline constexpr const char* kFacets[] = {"producer", "framework", "target", "version",
                                          "kind",     "state",     "class"};

struct FindingOrder {
  enum class By { kRealism, kSeverity, kNewest, kCount, kTarget };
  By by = By::kRealism;
  bool descending = true;
};

struct ListedFinding {
  FindingRow row;
  int64_t members = 1;  // findings of the bug
  int64_t hits = 0;     // of all of them together
};

struct FindingCounts {
  int64_t total = 0;  // of findings, or of bugs
  // By facet, by value: how many findings there are with that value and all other conditions, so
  // that a list can offer the alternatives to what is chosen.
  std::map<std::string, std::map<std::string, int64_t>> facets;
};

struct FindingPage {
  std::vector<ListedFinding> rows;
  FindingCounts counts;
};

}  // namespace assay::store
