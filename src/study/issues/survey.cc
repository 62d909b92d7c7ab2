#include "study/issues/survey.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/strings.h"
#include "llm/sorting.h"
#include "study/issues/agreement.h"
#include "study/issues/issue.h"
#include "study/plots/plots.h"
#include "study/statistics.h"
#include "triage/classify/classify.h"

namespace assay::study {
namespace {

struct ProjectCounts {
  int64_t issues = 0, defects = 0, high_priority = 0;
};

struct Survey {
  std::map<std::string, ProjectCounts> projects;
  std::map<std::string, int64_t> types, hand, given, model;  // of high-priority defects
  int64_t high_priority = 0;
  Raters raters;
  nlohmann::json labelled = nlohmann::json::array();
};

void Count(const Issue& issue, Survey& survey) {
  ProjectCounts& project = survey.projects[issue.project];
  const bool high = IsHighPriority(issue);
  ++project.issues;
  project.defects += IsDefect(issue) ? 1 : 0;
  project.high_priority += high ? 1 : 0;
  // Of a report that nobody has read here no rule can speak.
  const bool readable = !issue.title.empty() || !issue.body.empty();
  const Labelled labelled = readable ? LabelByRule(issue) : Labelled();
  if (high) {
    ++survey.high_priority;
    if (readable) ++survey.types[labelled.type];
    if (!issue.hand.empty()) ++survey.hand[issue.hand];
    if (!issue.given.empty()) ++survey.given[issue.given];
    if (!issue.model.empty()) ++survey.model[issue.model];
  }
  survey.raters.Add(issue, labelled.type);
  survey.labelled.push_back({{"id", issue.id},
                             {"project", issue.project},
                             {"title", issue.title},
                             {"high_priority", high},
                             {"type", labelled.type},
                             {"because", labelled.because},
                             {"hand", issue.hand},
                             {"given", issue.given.empty() ? issue.model : issue.given},
                             {"model", issue.model}});
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

int64_t AllOf(const std::map<std::string, int64_t>& counts) {
  int64_t out = 0;
  for (const auto& [type, count] : counts) out += count;
  return out;
}

// "12 (4.3)": of those that this rater labelled; "-": it labelled none.
std::string CountAndShare(const std::map<std::string, int64_t>& counts, const std::string& type) {
  if (counts.empty()) return "-";
  const int64_t count = CountOf(counts, type);
  return StrCat(count, " (",
                Fixed(Percent(static_cast<double>(count), static_cast<double>(AllOf(counts))), 1),
                ")");
}

Table TypesTable(const Survey& survey, const Paper& paper) {
  Table out{.name = "issues-types",
            .title = "Types of high-priority defects (Fig. 5): number (percent)",
            .header = {"type", "meaning", "by rule", "by hand", "labels", "by model", "paper %"}};
  const auto row = [&](const std::string& id, std::string_view meaning, const std::string& share) {
    out.rows.push_back({id, std::string(meaning), CountAndShare(survey.types, id),
                        CountAndShare(survey.hand, id), CountAndShare(survey.given, id),
                        CountAndShare(survey.model, id), share});
  };
  for (const triage::StudyClass& type : triage::AllStudyClasses())
    row(std::string(type.id), type.description, PaperShare(paper, std::string(type.id)));
  row("-", "no rule speaks", "-");
  return out;
}

std::map<std::string, int64_t> MajorCounts(const std::map<std::string, int64_t>& types) {
  std::map<std::string, int64_t> out;
  for (const auto& [type, count] : types)
    if (type != "-") out[MajorOf(type)] += count;
  return out;
}

std::string MostOf(const std::map<std::string, int64_t>& counts) {
  std::string out = "-";
  int64_t most = 0;
  for (const auto& [name, count] : counts)
    if (name != "-" && count > most) {
      out = name;
      most = count;
    }
  return out;
}

// The paper's findings 1 to 3, as a rater's labels have them.
struct Finding {
  const char* rater;
  std::string most, most_major;
  int64_t performance = 0, accuracy = 0;  // majors E and F
  bool first() const { return most == "B1"; }
  bool second() const { return performance > accuracy; }
  bool third() const { return most_major == "G"; }
};

std::vector<Finding> FindingsOf(const Survey& survey) {
  std::vector<Finding> out;
  for (const auto& [rater, types] :
       {std::pair("rule", &survey.types), std::pair("hand", &survey.hand),
        std::pair("labels", &survey.given), std::pair("model", &survey.model)}) {
    if (types->empty()) continue;
    const auto majors = MajorCounts(*types);
    out.push_back(
        {rater, MostOf(*types), MostOf(majors), CountOf(majors, "E"), CountOf(majors, "F")});
  }
  return out;
}

const char* Held(bool holds) { return holds ? "holds" : "does not hold"; }

Table FindingsTable(const std::vector<Finding>& findings) {
  Table out{
      .name = "issues-findings",
      .title = "The paper's findings 1 to 3 on these reports",
      .header = {"labels by", "1: the most common type is B1",
                 "2: performance (E) before accuracy (F)", "3: the most common major type is G"}};
  for (const Finding& f : findings)
    out.rows.push_back({f.rater, StrCat(f.most, ": ", Held(f.first())),
                        StrCat(f.performance, " and ", f.accuracy, ": ", Held(f.second())),
                        StrCat(f.most_major, ": ", Held(f.third()))});
  return out;
}

nlohmann::json FindingsJson(const std::vector<Finding>& findings) {
  nlohmann::json out = nlohmann::json::object();
  for (const Finding& f : findings)
    out[f.rater] = {{"most", f.most},
                    {"most_major", f.most_major},
                    {"performance", f.performance},
                    {"accuracy", f.accuracy},
                    {"holds", {f.first(), f.second(), f.third()}}};
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
  out.data.update(survey.raters.Json());
  const std::vector<Finding> findings = FindingsOf(survey);
  out.data["findings"] = FindingsJson(findings);
  Chapter chapter{
      .title = "RQ1: which defects do developers care about?",
      .tables = {ProjectsTable(survey), TypesTable(survey, paper), FindingsTable(findings)}};
  for (Table table : {survey.raters.Agreement(paper), survey.raters.Fleiss(paper)})
    if (!table.rows.empty()) chapter.tables.push_back(std::move(table));
  std::vector<BarGroup> bars;
  for (const triage::StudyClass& type : triage::AllStudyClasses())
    bars.push_back(
        {std::string(type.id), {static_cast<double>(CountOf(survey.types, std::string(type.id)))}});
  chapter.plots.push_back({"issues-types", "Types of high-priority defects",
                           BarPlot("High-priority defects by type", "reports", {"by rule"}, bars)});
  out.chapters.push_back(std::move(chapter));
  return out;
}

Result<llm::Prompt> LabelPrompt(const Issue& issue) {
  return llm::SortingPrompt(Types(), AskedText(issue));
}

Status TakeLabel(const nlohmann::json& answer, Issue& issue) {
  const auto sorted = llm::ReadSorted(answer, Types(), AskedText(issue));
  if (!sorted.ok())
    return Invalid(StrCat(issue.id, ": the answer is not taken: ", sorted.error().message));
  issue.model = sorted->category;
  return {};
}

}  // namespace assay::study
