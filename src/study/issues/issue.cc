#include "study/issues/issue.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "triage/classify/classify.h"

namespace assay::study {
namespace {

// "pytorch" of "https://github.com/pytorch/pytorch/issues/1", of an API's address, or of
// "pytorch/pytorch".
std::string ProjectOf(const nlohmann::json& entry) {
  if (const std::string named = TextOf(entry, "project"); !named.empty()) return Lower(named);
  for (const char* key : {"repo", "html_url", "url", "repository"}) {
    const std::string address = TextOf(entry, key);
    std::vector<std::string> parts = Split(address, '/');
    const auto issues = std::ranges::find(parts, "issues");
    if (issues != parts.end() && issues - parts.begin() >= 2) return Lower(*(issues - 1));
    if (parts.size() == 2) return Lower(parts[1]);
  }
  return "";
}

std::vector<std::string> LabelsOf(const nlohmann::json& entry) {
  std::vector<std::string> out;
  const auto it = entry.find("labels");
  if (it == entry.end() || !it->is_array()) return out;
  for (const nlohmann::json& label : *it)
    out.push_back(Lower(label.is_object()   ? TextOf(label, "name")
                        : label.is_string() ? label.get<std::string>()
                                            : ""));
  return out;
}

// Gitee has the priority in a field: 3 and 4 are what its pages call main and serious.
void AddPriority(const nlohmann::json& entry, std::vector<std::string>& labels) {
  const auto it = entry.find("priority");
  if (it == entry.end() || !it->is_number_integer()) return;
  if (*it == 3) labels.emplace_back("priority/main");
  if (*it == 4) labels.emplace_back("priority/serious");
}

const nlohmann::json* ListIn(const nlohmann::json& json) {
  if (json.is_array()) return &json;
  if (!json.is_object()) return nullptr;
  for (const char* key : {"issues", "items"})
    if (const auto it = json.find(key); it != json.end() && it->is_array()) return &*it;
  return nullptr;
}

// One object per line.
Result<nlohmann::json> FromLines(const std::string& text, const std::string& path) {
  nlohmann::json out = nlohmann::json::array();
  const std::vector<std::string> lines = Split(text, '\n');
  for (size_t i = 0; i < lines.size(); ++i) {
    if (Trim(lines[i]).empty()) continue;
    out.push_back(nlohmann::json::parse(lines[i], nullptr, false));
    if (out.back().is_discarded() && i == 0) return Invalid(StrCat(path, ": this is not JSON"));
    if (out.back().is_discarded())
      return Invalid(StrCat(path, ":", i + 1, ": this line is not JSON"));
  }
  return out;
}

constexpr FilterDef kFilters[] = {
#define FILTER(project, defect, priority, exclude) {project, defect, priority, exclude},
#include "study/issues/filters.def"
#undef FILTER
};

bool HasAny(const Issue& issue, std::string_view labels) {
  const std::vector<std::string> wanted = Split(labels, ';');
  return std::ranges::any_of(issue.labels, [&](const std::string& label) {
    return std::ranges::find(wanted, label) != wanted.end();
  });
}

constexpr PhrasesDef kPhrases[] = {
#define PHRASES(type, points, phrases) {type, points, phrases},
#include "study/issues/phrases.def"
#undef PHRASES
};

constexpr int kInTitle = 3;          // times as much as in the body
constexpr size_t kBodyRead = 20000;  // characters: what follows is logs

bool InWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

}  // namespace

Result<std::vector<Issue>> ReadIssues(const std::string& json, const std::string& path) {
  nlohmann::json parsed = nlohmann::json::parse(json, nullptr, false);
  if (parsed.is_discarded()) {
    ASSAY_ASSIGN(parsed, FromLines(json, path));
  }
  if (parsed.is_object() && ListIn(parsed) == nullptr && parsed.contains("title"))
    parsed = nlohmann::json::array({parsed});  // one line
  const nlohmann::json* list = ListIn(parsed);
  if (list == nullptr)
    return Invalid(
        StrCat(path, ": expected a list of issues, or one under \"issues\" or \"items\""));
  std::vector<Issue> out;
  for (size_t i = 0; i < list->size(); ++i) {
    const nlohmann::json& entry = (*list)[i];
    if (!entry.is_object() || TextOf(entry, "title").empty())
      return Invalid(StrCat(path, ": entry ", i, " has no \"title\""));
    if (entry.contains("pull_request")) continue;
    Issue issue{.id = TextOf(entry, entry.contains("number") ? "number" : "id"),
                .project = ProjectOf(entry),
                .title = TextOf(entry, "title"),
                .body = TextOf(entry, "body"),
                .labels = LabelsOf(entry)};
    AddPriority(entry, issue.labels);
    // GitHub has objects of that name, which say something else.
    if (const auto type = entry.find("type"); type != entry.end() && type->is_string())
      issue.hand = *type;
    if (!issue.hand.empty() && !IsStudyType(issue.hand))
      return Invalid(StrCat(path, ": entry ", i, " has the type '", issue.hand, kExpectedType));
    out.push_back(std::move(issue));
  }
  return out;
}

std::string TextOf(const nlohmann::json& entry, const char* key) {
  const auto it = entry.find(key);
  if (it == entry.end() || it->is_null()) return "";
  return it->is_string() ? it->get<std::string>() : it->dump();
}

bool IsStudyType(const std::string& type) {
  const auto& all = triage::AllStudyClasses();
  return std::ranges::any_of(all,
                             [&](const triage::StudyClass& known) { return known.id == type; });
}

std::span<const FilterDef> AllFilters() { return kFilters; }

const FilterDef& FilterOf(const Issue& issue) {
  for (const FilterDef& filter : kFilters)
    if (filter.project == issue.project) return filter;
  return std::end(kFilters)[-1];
}

bool IsDefect(const Issue& issue) {
  if (issue.chosen) return true;
  const FilterDef& filter = FilterOf(issue);
  if (HasAny(issue, filter.exclude)) return false;
  return filter.defect.empty() || HasAny(issue, filter.defect);
}

bool IsHighPriority(const Issue& issue) {
  const FilterDef& filter = FilterOf(issue);
  if (issue.chosen) return true;
  return IsDefect(issue) && (filter.priority.empty() || HasAny(issue, filter.priority));
}

std::span<const PhrasesDef> AllPhrases() { return kPhrases; }

bool Occurs(std::string_view text, std::string_view phrase) {
  for (size_t at = text.find(phrase); at != std::string_view::npos;
       at = text.find(phrase, at + 1)) {
    const size_t end = at + phrase.size();
    const bool starts = at == 0 || !InWord(text[at - 1]);
    const bool ends = end == text.size() || !InWord(text[end]);
    if (starts && ends) return true;
  }
  return false;
}

Labelled LabelByRule(const Issue& issue) {
  const std::string title = Lower(issue.title);
  const std::string body = Lower(std::string_view(issue.body).substr(0, kBodyRead));
  std::map<std::string_view, Labelled> found;
  Labelled best{"-", 0, {}};
  for (const PhrasesDef& def : kPhrases)
    for (const std::string& phrase : Split(def.phrases, ';')) {
      const int times = (Occurs(title, phrase) ? kInTitle : 0) + (Occurs(body, phrase) ? 1 : 0);
      if (times == 0) continue;
      Labelled& type = found[def.type];
      type.points += times * def.points;
      type.because.push_back(phrase);
    }
  for (const PhrasesDef& def : kPhrases) {
    const auto it = found.find(def.type);
    if (it == found.end() || it->second.points <= best.points) continue;
    best = it->second;
    best.type = def.type;
  }
  return best;
}

Agreement CohensKappa(const std::vector<std::pair<std::string, std::string>>& labels) {
  Agreement out{.items = labels.size()};
  if (labels.empty()) return out;
  std::map<std::string, std::pair<double, double>> shares;
  const double each = 1 / static_cast<double>(labels.size());
  for (const auto& [first, second] : labels) {
    out.equal += first == second ? 1 : 0;
    shares[first].first += each;
    shares[second].second += each;
  }
  for (const auto& [label, share] : shares) out.expected += share.first * share.second;
  const double observed = static_cast<double>(out.equal) * each;
  out.kappa = out.equal == out.items ? 1 : (observed - out.expected) / (1 - out.expected);
  return out;
}

}  // namespace assay::study
