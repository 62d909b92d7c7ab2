#include "study/issues/filter.h"

#include <algorithm>

#include "base/strings.h"

namespace assay::study {
namespace {

constexpr FilterDef kFilters[] = {
#define FILTER(project, defect, priority, exclude) {project, defect, priority, exclude},
#include "study/issues/filters.def"
#undef FILTER
};

bool HasAny(const Issue& issue, std::string_view labels) {
  const std::vector<std::string> wanted = Split(labels, ';');
  return std::any_of(issue.labels.begin(), issue.labels.end(), [&](const std::string& label) {
    return std::find(wanted.begin(), wanted.end(), label) != wanted.end();
  });
}

}  // namespace

std::span<const FilterDef> AllFilters() { return kFilters; }

const FilterDef& FilterOf(const Issue& issue) {
  for (const FilterDef& filter : kFilters)
    if (filter.project == issue.project) return filter;
  return std::end(kFilters)[-1];
}

bool IsDefect(const Issue& issue) {
  const FilterDef& filter = FilterOf(issue);
  if (HasAny(issue, filter.exclude)) return false;
  return filter.defect.empty() || HasAny(issue, filter.defect);
}

bool IsHighPriority(const Issue& issue) {
  const FilterDef& filter = FilterOf(issue);
  return IsDefect(issue) && (filter.priority.empty() || HasAny(issue, filter.priority));
}

}  // namespace assay::study
