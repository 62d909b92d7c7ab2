#include "study/issues/labels.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/strings.h"

namespace assay::study {
namespace {

constexpr std::string_view kPadding = " \t\r\"";
constexpr std::string_view kMark = "\xEF\xBB\xBF";  // of UTF-8, as spreadsheets write it

// A row of whatever kind of file: names in lower case, values.
using Row = std::map<std::string, std::string>;

std::string ValueAt(const Row& row, const char* name) {
  const auto it = row.find(name);
  return it == row.end() ? "" : it->second;
}

Result<std::vector<Row>> RowsOfJson(const nlohmann::json& json, const std::string& path) {
  if (!json.is_array()) return Invalid(StrCat(path, ": expected a list of labels"));
  std::vector<Row> out;
  for (const nlohmann::json& entry : json) {
    if (!entry.is_object())
      return Invalid(StrCat(path, ": entry ", out.size(), " is not an object"));
    Row row;
    for (const auto& [name, value] : entry.items()) row[Lower(name)] = TextOf(entry, name.c_str());
    out.push_back(std::move(row));
  }
  return out;
}

std::vector<std::string> CellsOf(const std::string& line) {
  std::vector<std::string> out;
  for (const std::string& cell : Split(line, ',')) out.emplace_back(Trim(cell, kPadding));
  return out;
}

// None of the columns that are read needs a comma, so quotes are merely taken off.
Result<std::vector<Row>> RowsOfCsv(std::string_view text, const std::string& path) {
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  const std::vector<std::string> lines = Split(text, '\n');
  std::vector<std::string> names = lines.empty() ? lines : CellsOf(lines[0]);
  for (std::string& name : names) name = Lower(name);
  const auto has = [&](std::string_view name) {
    return std::ranges::find(names, name) != names.end();
  };
  if (!(has("number") || has("id") || has("url")) || !(has("type") || has("final_label")))
    return Invalid(StrCat(path, ": expected JSON, or CSV with the columns number and type"));
  std::vector<Row> out;
  for (size_t i = 1; i < lines.size(); ++i) {
    if (Trim(lines[i], kPadding).empty()) continue;
    std::vector<std::string> cells = CellsOf(lines[i]);
    cells.resize(std::max(cells.size(), names.size()));
    Row row;
    for (size_t j = 0; j < names.size(); ++j) row[names[j]] = cells[j];
    out.push_back(std::move(row));
  }
  return out;
}

// Columns besides those with a meaning of their own that hold types, and nothing else.
std::vector<std::string> RatersIn(const std::vector<Row>& rows) {
  std::map<std::string, bool> columns;
  for (const Row& row : rows)
    for (const auto& [name, value] : row) {
      if (name == "type" || name == "final_label" || name == "number" || name == "id") continue;
      const bool type = value.empty() || IsStudyType(value);
      const auto [it, added] = columns.emplace(name, type);
      it->second = it->second && type;
    }
  std::vector<std::string> out;
  for (const auto& [name, types] : columns)
    if (types && std::ranges::any_of(
                     rows, [&](const Row& row) { return !ValueAt(row, name.c_str()).empty(); }))
      out.push_back(name);
  return out;
}

// "65" and "pytorch" of "https://host/pytorch/pytorch/issues/65".
void FromAddress(const std::string& address, Label& label) {
  std::vector<std::string> parts = Split(Trim(address, " /"), '/');
  const auto issues = std::ranges::find(parts, "issues");
  if (issues == parts.end() || issues == parts.begin() || issues + 1 == parts.end()) {
    label.id = address;
    return;
  }
  label.id = *(issues + 1);
  label.project = Lower(*(issues - 1));
}

}  // namespace

Result<std::vector<Label>> ParseLabels(const std::string& text, const std::string& path) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  ASSAY_ASSIGN(const std::vector<Row> rows,
               json.is_discarded() ? RowsOfCsv(text, path) : RowsOfJson(json, path));
  const std::vector<std::string> raters = RatersIn(rows);
  std::vector<Label> out;
  for (const Row& row : rows) {
    Label label;
    label.id = ValueAt(row, "number").empty() ? ValueAt(row, "id") : ValueAt(row, "number");
    label.project = Lower(ValueAt(row, "project"));
    if (label.id.empty()) FromAddress(ValueAt(row, "url"), label);
    label.type = ValueAt(row, "type").empty() ? ValueAt(row, "final_label") : ValueAt(row, "type");
    if (!IsStudyType(label.type))
      return Invalid(StrCat(path, ": ", label.id, " has the type '", label.type, kExpectedType));
    for (const std::string& name : raters)
      if (const std::string type = ValueAt(row, name.c_str()); !type.empty())
        label.raters.emplace_back(name, type);
    out.push_back(std::move(label));
  }
  return out;
}

Result<size_t> ReadLabels(const std::string& text, const std::string& path,
                          std::vector<Issue>& issues) {
  ASSAY_ASSIGN(const std::vector<Label> labels, ParseLabels(text, path));
  std::multimap<std::string_view, Issue*> by_id;
  for (Issue& issue : issues) by_id.emplace(issue.id, &issue);
  for (const Label& label : labels) {
    Issue* found = nullptr;
    const auto [first, last] = by_id.equal_range(label.id);
    for (auto it = first; it != last; ++it) {
      if (!label.project.empty() && it->second->project != label.project) continue;
      if (found != nullptr)
        return Invalid(StrCat(path, ": ", label.id, " is in several projects; add \"project\""));
      found = it->second;
    }
    if (found == nullptr) return Invalid(StrCat(path, ": there is no issue ", label.id));
    found->given = label.type;
    found->raters = label.raters;
  }
  return labels.size();
}

std::vector<Issue> IssuesOf(const std::vector<Label>& labels) {
  std::vector<Issue> out;
  std::set<std::pair<std::string, std::string>> seen;
  for (const Label& label : labels) {
    if (!seen.emplace(label.project, label.id).second) continue;
    Issue issue;
    issue.id = label.id;
    issue.project = label.project;
    issue.given = label.type;
    issue.raters = label.raters;
    issue.chosen = true;
    out.push_back(std::move(issue));
  }
  return out;
}

}  // namespace assay::study
