#include "judge/model/study_labels.h"

#include <algorithm>
#include <set>

#include "base/files.h"
#include "base/strings.h"
#include "casebook/labels.h"
#include "casebook/records.h"
#include "judge/model/csv.h"

namespace assay::judge::model {
namespace {

using nlohmann::json;

std::string Quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text)
    out += c == '"' ? std::string("\"\"") : std::string(1, c == '\n' ? ' ' : c);
  return out + "\"";
}

// Details of table II, not the kinds above them.
bool IsDetail(const casebook::Label& label) {
  return label.group != "false" && casebook::IsKindOf(label.label, "false") &&
         label.label != "false";
}

Result<bool> RightOrWrong(const std::string& word, const std::string& place) {
  if (word == "right") return true;
  if (word == "wrong") return false;
  return Invalid(StrCat(place, ": '", word, "' is neither right nor wrong"));
}

}  // namespace

Result<StudyLabels> ReadStudyLabels(const std::string& path) {
  ASSAY_ASSIGN(const std::string text, ReadFile(path));
  StudyLabels out;
  size_t at = 0, line = 1;
  const std::vector<std::string> head = CsvRecord(text, at, line);
  const auto column = [&](const char* name) {
    return static_cast<size_t>(std::ranges::find(head, name) - head.begin());
  };
  for (const char* name : {"id", "labeller", "explanation", "score"})
    if (column(name) == head.size())
      return Invalid(StrCat(path, ":1: there is no column '", name,
                            "'; `assay judge validate --label-form FILE` writes the form"));
  std::set<std::string> seen;
  while (at < text.size()) {
    const std::string place = StrCat(path, ":", line);
    const std::vector<std::string> record = CsvRecord(text, at, line);
    const auto cell = [&](const char* name) {
      return column(name) < record.size() ? std::string(Trim(record[column(name)])) : "";
    };
    StudyLabel one{.id = cell("id"), .labeller = cell("labeller"), .kind = cell("kind")};
    if (one.labeller.empty() && cell("explanation").empty() && cell("score").empty()) continue;
    if (one.id.empty() || one.labeller.empty())
      return Invalid(place + ": a label needs the id of an answer and the name of its labeller");
    if (!seen.insert(one.id + "\n" + one.labeller).second)
      return Invalid(StrCat(place, ": ", one.labeller, " has labelled ", one.id, " before"));
    ASSAY_ASSIGN(one.explanation, RightOrWrong(cell("explanation"), place));
    ASSAY_ASSIGN(one.score, RightOrWrong(cell("score"), place));
    if (!one.kind.empty()) {
      const auto label = casebook::FindLabel(one.kind);
      if (!label.ok()) return Invalid(StrCat(place, ": ", label.error().message));
      if (!IsDetail(*label))
        return Invalid(StrCat(place, ": '", one.kind, "' is no detail of table II; `assay ",
                              "findings label --list` shows them"));
    }
    out.rows.push_back(std::move(one));
  }
  return out;
}

Agreed KappaOf(const std::vector<StudyLabel>& labels) {
  std::map<std::string, std::map<std::string, bool>> by_case;  // by labeller
  std::map<std::string, size_t> counts;
  for (const StudyLabel& label : labels) {
    by_case[label.id][label.labeller] = label.right();
    ++counts[label.labeller];
  }
  Agreed out;
  if (counts.size() < 2) return out;
  // The two who have labelled most.
  std::vector<std::pair<size_t, std::string>> most;
  for (const auto& [name, count] : counts) most.emplace_back(count, name);
  std::ranges::stable_sort(most, [](const auto& a, const auto& b) { return a.first > b.first; });
  size_t first = 0, second = 0;  // how often each says right
  for (const auto& [id, says] : by_case) {
    const auto a = says.find(most[0].second), b = says.find(most[1].second);
    if (a == says.end() || b == says.end()) continue;
    ++out.cases;
    out.same += a->second == b->second ? 1 : 0;
    first += a->second ? 1 : 0;
    second += b->second ? 1 : 0;
  }
  if (out.cases == 0) return out;
  const auto n = static_cast<double>(out.cases);
  const double a = static_cast<double>(first) / n, b = static_cast<double>(second) / n;
  const double seen = static_cast<double>(out.same) / n, chance = a * b + (1 - a) * (1 - b);
  out.kappa = chance < 1 ? (seen - chance) / (1 - chance) : 1;  // both always say the same word
  return out;
}

json LabelsJson(const StudyLabels& labels, const std::vector<std::string>& answers) {
  std::map<std::string, std::vector<bool>> by_case;
  std::set<std::string> labellers;
  size_t unknown = 0;
  for (const StudyLabel& label : labels.rows) {
    labellers.insert(label.labeller);
    if (std::ranges::find(answers, label.id) == answers.end())
      ++unknown;
    else
      by_case[label.id].push_back(label.right());
  }
  size_t right = 0, split = 0;
  for (const auto& [id, says] : by_case) {
    const auto yes = std::ranges::count(says, true);
    right += yes == static_cast<std::ptrdiff_t>(says.size()) ? 1 : 0;
    split += yes > 0 && yes < static_cast<std::ptrdiff_t>(says.size()) ? 1 : 0;
  }
  const size_t decided = by_case.size() - split;
  const Agreed agreed = KappaOf(labels.rows);
  return {{"labellers", labellers},
          {"cases", by_case.size()},
          {"right", right},
          {"split", split},
          {"accuracy",
           decided == 0 ? json() : json(static_cast<double>(right) / static_cast<double>(decided))},
          {"both", agreed.cases},
          {"kappa", agreed.cases == 0 ? json() : json(agreed.kappa)},
          {"unknown", unknown}};
}

std::map<std::string, size_t> LabelledKinds(const StudyLabels& labels) {
  std::map<std::string, size_t> out = labels.more_kinds;
  std::set<std::string> seen;
  for (const StudyLabel& label : labels.rows)
    if (!label.kind.empty() && seen.insert(label.id + "\n" + label.kind).second) ++out[label.kind];
  return out;
}

Result<std::map<std::string, size_t>> KindsOfFindings(const store::Store& store) {
  std::map<std::string, size_t> out;
  ASSAY_ASSIGN(const auto rows, store.Findings());
  for (const store::FindingRow& row : rows) {
    const auto label = casebook::FindLabel(row.label);
    if (!label.ok() || !IsDetail(*label)) continue;
    ASSAY_ASSIGN(const auto finding, casebook::LoadSmallest(store, row.id));
    if (finding && finding->pipeline == "judge") ++out[row.label];
  }
  return out;
}

std::string LabelForm(const std::vector<FormRow>& rows) {
  std::string out = "id,labeller,explanation,score,kind,api,status,said,said_score,said_why\n";
  for (const FormRow& row : rows)
    out += StrCat(Quoted(row.id), ",,,,,", Quoted(row.api), ",", Quoted(row.status), ",",
                  Quoted(row.said), ",", Quoted(row.score), ",", Quoted(row.explanation), "\n");
  return out;
}

}  // namespace assay::judge::model
