#include "study/issues/given.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "llm/sorting.h"
#include "study/issues/issue.h"
#include "triage/classify/classify.h"

namespace assay::study {
namespace {

struct Label {
  std::string id, project, type;
};

Result<std::vector<Label>> FromJson(const nlohmann::json& json, const std::string& path) {
  if (!json.is_array()) return Invalid(StrCat(path, ": expected a list of labels"));
  std::vector<Label> out;
  for (const nlohmann::json& entry : json) {
    if (!entry.is_object()) return Invalid(StrCat(path, ": entry ", out.size(), " is no object"));
    const std::string number = TextOf(entry, "number");
    out.push_back({number.empty() ? TextOf(entry, "id") : number, TextOf(entry, "project"),
                   TextOf(entry, "type")});
  }
  return out;
}

constexpr std::string_view kPadding = " \t\r\"";

std::vector<std::string> CellsOf(const std::string& line) {
  std::vector<std::string> out;
  for (const std::string& cell : Split(line, ',')) out.emplace_back(Trim(cell, kPadding));
  return out;
}

// None of the three columns needs a comma, so quotes are merely taken off.
Result<std::vector<Label>> FromCsv(const std::string& text, const std::string& path) {
  const std::vector<std::string> lines = Split(text, '\n');
  const std::vector<std::string> names = lines.empty() ? lines : CellsOf(lines[0]);
  const auto column = [&](std::string_view name) {
    return static_cast<size_t>(std::ranges::find(names, name) - names.begin());
  };
  const size_t number = column("number") < names.size() ? column("number") : column("id");
  const size_t project = column("project"), type = column("type");
  if (number == names.size() || type == names.size())
    return Invalid(StrCat(path, ": expected JSON, or CSV with the columns number and type"));
  std::vector<Label> out;
  for (size_t i = 1; i < lines.size(); ++i) {
    if (Trim(lines[i], kPadding).empty()) continue;
    std::vector<std::string> cells = CellsOf(lines[i]);
    cells.resize(std::max(cells.size(), names.size()));
    out.push_back(
        {cells[number], project < names.size() ? cells[project] : std::string(), cells[type]});
  }
  return out;
}

std::vector<llm::Category> Types() {
  std::vector<llm::Category> out;
  for (const triage::StudyClass& type : triage::AllStudyClasses())
    out.push_back({std::string(type.id), StrCat(type.major, ": ", type.description)});
  return out;
}

std::string AskedText(const Issue& issue) { return StrCat(issue.title, "\n", issue.body); }

}  // namespace

Result<size_t> ReadLabels(const std::string& text, const std::string& path,
                          std::vector<Issue>& issues) {
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  ASSAY_ASSIGN(const std::vector<Label> labels,
               json.is_discarded() ? FromCsv(text, path) : FromJson(json, path));
  for (const Label& label : labels) {
    if (!IsStudyType(label.type))
      return Invalid(StrCat(path, ": ", label.id, " has the type '", label.type, kExpectedType));
    Issue* found = nullptr;
    for (Issue& issue : issues) {
      if (issue.id != label.id || (!label.project.empty() && issue.project != Lower(label.project)))
        continue;
      if (found != nullptr)
        return Invalid(StrCat(path, ": ", label.id, " is in several projects; add \"project\""));
      found = &issue;
    }
    if (found == nullptr) return Invalid(StrCat(path, ": there is no issue ", label.id));
    found->given = label.type;
  }
  return labels.size();
}

Result<llm::Prompt> LabelPrompt(const Issue& issue) {
  return llm::SortingPrompt(Types(), AskedText(issue));
}

Status TakeLabel(const nlohmann::json& answer, Issue& issue) {
  const auto sorted = llm::ReadSorted(answer, Types(), AskedText(issue));
  if (!sorted.ok())
    return Invalid(StrCat(issue.id, ": the answer is not taken: ", sorted.error().message));
  issue.given = sorted->category;
  return {};
}

}  // namespace assay::study
