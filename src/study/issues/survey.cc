#include "study/issues/survey.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "llm/sorting.h"
#include "study/issues/issue.h"
#include "study/plots/plots.h"
#include "study/statistics.h"
#include "triage/classify/classify.h"

namespace assay::study {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

struct ProjectCounts {
  int64_t issues = 0, defects = 0, high_priority = 0;
};

struct Survey {
  std::map<std::string, ProjectCounts> projects;
  std::map<std::string, int64_t> types, hand, given;  // of high-priority defects
  int64_t high_priority = 0;
  // Labels of two raters, of all reports that have both.
  Pairs rule_hand, given_hand, rule_given;
  nlohmann::json labelled = nlohmann::json::array();
};

std::string MajorOf(const std::string& type) { return type.substr(0, 1); }

void Count(const Issue& issue, Survey& survey) {
  ProjectCounts& project = survey.projects[issue.project];
  const bool high = IsHighPriority(issue);
  ++project.issues;
  project.defects += IsDefect(issue) ? 1 : 0;
  project.high_priority += high ? 1 : 0;
  const Labelled labelled = LabelByRule(issue);
  if (high) {
    ++survey.high_priority;
    ++survey.types[labelled.type];
    if (!issue.hand.empty()) ++survey.hand[issue.hand];
    if (!issue.given.empty()) ++survey.given[issue.given];
  }
  if (!issue.hand.empty()) survey.rule_hand.emplace_back(labelled.type, issue.hand);
  if (!issue.given.empty()) survey.rule_given.emplace_back(labelled.type, issue.given);
  if (!issue.hand.empty() && !issue.given.empty())
    survey.given_hand.emplace_back(issue.given, issue.hand);
  survey.labelled.push_back({{"id", issue.id},
                             {"project", issue.project},
                             {"title", issue.title},
                             {"high_priority", high},
                             {"type", labelled.type},
                             {"because", labelled.because},
                             {"hand", issue.hand},
                             {"given", issue.given}});
}

int64_t CountOf(const std::map<std::string, int64_t>& counts, const std::string& key) {
  const auto it = counts.find(key);
  return it == counts.end() ? 0 : it->second;
}

// The paper's share of a type; where it gives two types together, that and which.
std::string PaperShare(const Paper& paper, const std::string& type) {
  for (const auto& [types, share] : paper.types) {
    if (types == type) return Fixed(share, 2);
    if (types.find(type) != std::string::npos) return StrCat(Fixed(share, 2), " (", types, ")");
  }
  return "-";
}

Table ProjectsTable(const Survey& survey) {
  Table out{
      .name = "issues-projects",
      .title = "Reports, defects and defects of high priority, by the developers' labels (Fig. 4)",
      .header = {"project", "reports", "defects", "high priority"}};
  for (const auto& [name, counts] : survey.projects)
    out.rows.push_back({name.empty() ? "(not named)" : name, StrCat(counts.issues),
                        StrCat(counts.defects), StrCat(counts.high_priority)});
  return out;
}

Table TypesTable(const Survey& survey, const Paper& paper) {
  Table out{.name = "issues-types",
            .title = "Types of high-priority defects (Fig. 5)",
            .header = {"type", "meaning", "by rule", "%", "by hand", "given", "paper %"}};
  const auto all = static_cast<double>(survey.high_priority);
  for (const triage::StudyClass& type : triage::AllStudyClasses()) {
    const std::string id(type.id);
    const int64_t count = CountOf(survey.types, id);
    out.rows.push_back(
        {id, std::string(type.description), StrCat(count),
         Fixed(Percent(static_cast<double>(count), all), 1), StrCat(CountOf(survey.hand, id)),
         survey.given.empty() ? "-" : StrCat(CountOf(survey.given, id)), PaperShare(paper, id)});
  }
  const int64_t none = CountOf(survey.types, "-");
  out.rows.push_back({"-", "no rule speaks", StrCat(none),
                      Fixed(Percent(static_cast<double>(none), all), 1), "-", "-", "-"});
  return out;
}

// Two raters, by type and by major type.
struct Agreed {
  const char* raters;
  const char* key;  // in JSON
  Agreement types, majors;
};

Agreed AgreedOf(const char* raters, const char* key, const Pairs& types) {
  Pairs majors;
  for (const auto& [a, b] : types) majors.emplace_back(MajorOf(a), MajorOf(b));
  return {raters, key, CohensKappa(types), CohensKappa(majors)};
}

nlohmann::json KappaJson(const Agreed& agreed) {
  return {{"items", agreed.types.items},
          {"types", agreed.types.kappa},
          {"majors", agreed.majors.kappa}};
}

Table AgreementTable(const std::vector<Agreed>& all, const Paper& paper) {
  Table out{.name = "issues-agreement",
            .title = "Agreement of two raters (Cohen's kappa)",
            .header = {"raters", "labels", "items", "equal", "equal by chance %", "kappa",
                       "paper, between people"}};
  for (const Agreed& agreed : all) {
    if (agreed.types.items == 0) continue;
    for (const auto& [name, a] :
         {std::pair("types", agreed.types), std::pair("major types", agreed.majors)})
      out.rows.push_back({agreed.raters, name, StrCat(a.items), StrCat(a.equal),
                          Fixed(100 * a.expected, 1), Fixed(a.kappa, 3), Fixed(paper.kappa, 3)});
  }
  return out;
}

struct Label {
  std::string id, project, type;
};

Result<std::vector<Label>> FromJson(const nlohmann::json& json, const std::string& path) {
  if (!json.is_array()) return Invalid(StrCat(path, ": expected a list of labels"));
  std::vector<Label> out;
  for (const nlohmann::json& entry : json) {
    if (!entry.is_object())
      return Invalid(StrCat(path, ": entry ", out.size(), " is not an object"));
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

Output SurveyIssues(const std::vector<Issue>& issues, const Paper& paper) {
  Survey survey;
  for (const Issue& issue : issues) Count(issue, survey);
  const std::vector<Agreed> agreed = {
      AgreedOf("rules and hand", "kappa", survey.rule_hand),
      AgreedOf("given labels and hand", "kappa_given_hand", survey.given_hand),
      AgreedOf("rules and given labels", "kappa_rule_given", survey.rule_given)};
  Output out;
  nlohmann::json projects = nlohmann::json::object();
  std::map<std::string, int64_t> by_major;
  int64_t defects = 0;
  for (const auto& [name, c] : survey.projects) {
    projects[name] = {
        {"issues", c.issues}, {"defects", c.defects}, {"high_priority", c.high_priority}};
    defects += c.defects;
  }
  for (const auto& [type, count] : survey.types) by_major[MajorOf(type)] += count;
  out.data = {{"issues", issues.size()},
              {"defects", defects},
              {"high_priority", survey.high_priority},
              {"projects", projects},
              {"types", survey.types},
              {"majors", by_major},
              {"labelled", std::move(survey.labelled)}};
  for (const Agreed& each : agreed) out.data[each.key] = KappaJson(each);
  Chapter chapter{.title = "RQ1: which defects do developers care about?",
                  .tables = {ProjectsTable(survey), TypesTable(survey, paper)}};
  Table agreement = AgreementTable(agreed, paper);
  if (!agreement.rows.empty()) chapter.tables.push_back(std::move(agreement));
  std::vector<BarGroup> bars;
  for (const triage::StudyClass& type : triage::AllStudyClasses())
    bars.push_back(
        {std::string(type.id), {static_cast<double>(CountOf(survey.types, std::string(type.id)))}});
  chapter.plots.push_back({"issues-types", "Types of high-priority defects",
                           BarPlot("High-priority defects by type", "reports", {"by rule"}, bars)});
  out.chapters.push_back(std::move(chapter));
  return out;
}

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
