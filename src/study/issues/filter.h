// The developers' own labels: is a report a defect, and one of high priority?
#pragma once

#include <span>
#include <string_view>

#include "study/issues/issue.h"

namespace assay::study {

struct FilterDef {
  std::string_view project;  // "": all others
  std::string_view defect, priority, exclude;
};

std::span<const FilterDef> AllFilters();  // filters.def
const FilterDef& FilterOf(const Issue& issue);

bool IsDefect(const Issue& issue);
bool IsHighPriority(const Issue& issue);  // and a defect

}  // namespace assay::study
