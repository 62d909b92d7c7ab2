#include "knowledge/issues/filter.h"

#include <algorithm>
#include <array>

#include "base/strings.h"
#include "knowledge/issues/classify.h"
#include "knowledge/issues/versions.h"
#include "knowledge/text.h"

namespace assay::knowledge {
namespace {

constexpr std::array kSymptomNames = {
#define SYMPTOM(name, phrases) name,
#include "knowledge/issues/symptoms.def"
#undef SYMPTOM
};

Status CheckDate(const std::string& date, const char* flag) {
  if (date.empty()) return {};
  bool good = date.size() == 10 && date[4] == '-' && date[7] == '-';
  for (const size_t i : {0, 1, 2, 3, 5, 6, 8, 9})
    good = good && std::isdigit(static_cast<unsigned char>(date[i]));
  if (good && (date.substr(5, 2) > "12" || date.substr(8, 2) > "31")) good = false;
  if (good) return {};
  return Invalid(StrCat(flag, " ", date, ": a date looks like 2024-07-25"));
}

bool HasLabel(const Issue& issue, const std::string& wanted) {
  return std::ranges::any_of(issue.labels, [&](const std::string& label) {
    return GlobMatch(Lower(wanted), Lower(label));
  });
}

bool InCategory(const IssueFilter& filter, const Issue& issue, const Parts& parts) {
  return Classify(issue, parts, Scheme::kMirror).category == filter.category ||
         (IsOptimisation(issue, parts) &&
          Classify(issue, parts, Scheme::kOptimisation).category == filter.category);
}

}  // namespace

Status CheckFilter(const IssueFilter& filter) {
  ASSAY_RETURN_IF_ERROR(CheckDate(filter.since, "--since"));
  ASSAY_RETURN_IF_ERROR(CheckDate(filter.until, "--until"));
  if (!filter.state.empty() && filter.state != "open" && filter.state != "closed")
    return Invalid(StrCat("--state ", filter.state, ": open, closed or all"));
  if (!filter.symptom.empty() &&
      std::ranges::find(kSymptomNames, filter.symptom) == kSymptomNames.end())
    return Invalid(StrCat("--symptom ", filter.symptom, ": there are ", Join(kSymptomNames, ", ")));
  if (filter.category.empty()) return {};
  std::vector<std::string_view> names;
  for (const CategoryDef& category : AllCategories()) names.push_back(category.name);
  if (std::ranges::find(names, filter.category) != names.end()) return {};
  return Invalid(StrCat("--category ", filter.category, ": there are ", Join(names, ", ")));
}

std::string FrameworkVersion(const Issue& issue, const Parts& parts) {
  const std::string framework = FrameworkOfRepo(issue.repo);
  std::vector<std::string> found;
  for (const char* name : {"torch", "tensorflow", "jax", "onnxruntime"}) {
    const auto it = parts.versions.find(name);
    if (it == parts.versions.end()) continue;
    if (framework == name) return it->second;
    found.push_back(it->second);
  }
  // A tracker that is not known here: the only framework that the report names will do.
  return framework.empty() && found.size() == 1 ? found.front() : "";
}

bool Wanted(const IssueFilter& filter, const Issue& issue, const Parts& parts) {
  if (!filter.repo.empty() && issue.repo != filter.repo) return false;
  if (!filter.state.empty() && issue.state != filter.state) return false;
  for (const std::string& label : filter.labels)
    if (!HasLabel(issue, label)) return false;
  const std::string day = issue.created.substr(0, 10);
  if (!filter.since.empty() && (day.empty() || day < filter.since)) return false;
  if (!filter.until.empty() && (day.empty() || day > filter.until)) return false;
  if (filter.closed_fixed && !ClosedAndFixed(issue)) return false;
  if (filter.with_program && parts.program() == nullptr) return false;
  if (filter.usable && !parts.platforms.empty()) return false;
  if (filter.optimisation && !IsOptimisation(issue, parts)) return false;
  if (!filter.release.empty()) {
    const std::string version = FrameworkVersion(issue, parts);
    if (version.empty() || CompareVersions(version, filter.release) < 0) return false;
  }
  if (!filter.symptom.empty() &&
      std::ranges::find(parts.symptoms, filter.symptom) == parts.symptoms.end())
    return false;
  return filter.category.empty() || InCategory(filter, issue, parts);
}

}  // namespace assay::knowledge
