#include "bugs/tools/tool_report.h"

#include <re2/re2.h>

#include <string_view>

#include "base/json.h"
#include "base/strings.h"

namespace assay::bugs {
namespace {

using nlohmann::json;

constexpr size_t kShown = 160;

std::string Cut(const std::string& line) {
  std::string out = line.substr(0, kShown);
  // Half a character of UTF-8 at the end would spoil every table and page.
  while (!out.empty() && out.size() < line.size() && (line[out.size()] & 0xC0) == 0x80)
    out.pop_back();
  return out;
}

// assay itself ends with 1 when it has found something.
bool EndedWell(const Tool& tool, const Output& output, bool found) {
  if (output.timed_out || output.signal != 0 || output.exit_code < 0) return false;
  if (output.exit_code == 0) return true;
  return output.exit_code == 1 && (found || tool.OfAssay());
}

std::string HowItEnded(const Output& output) {
  std::string how = StrCat("ended with exit code ", output.exit_code);
  if (output.timed_out)
    how = StrCat("did not end within ", static_cast<int64_t>(output.seconds), " s");
  else if (output.signal != 0 || output.exit_code < 0)
    how = StrCat("was ended by signal ", output.signal);
  const std::string said = LastLine(output.err);
  return StrCat("the tool ", how, said.empty() ? "" : ": " + said);
}

// Lines "UNSUPPORTED api" of a script.
std::vector<std::string> Refusals(const std::string& out) {
  constexpr std::string_view kMark = "UNSUPPORTED ";
  std::vector<std::string> names;
  for (const std::string& line : Split(out, '\n'))
    if (line.starts_with(kMark)) names.push_back(PlainApi(line.substr(kMark.size())));
  return names;
}

size_t CountIn(const json& summary, const char* key) {
  const auto at = summary.find(key);
  return at != summary.end() && at->is_number_unsigned() ? at->get<size_t>() : 0;
}

// APIs of which no call works, and why.
std::map<std::string, std::string> Uncallable(const json& summary) {
  std::map<std::string, std::string> out;
  const auto list = summary.find("not_called");
  if (list == summary.end() || !list->is_array()) return out;
  for (const json& one : *list)
    if (one.is_object() && one.contains("api") && one["api"].is_string() &&
        one.contains("problem") && one["problem"].is_string())
      out[PlainApi(one["api"].get<std::string>())] = Cut(one["problem"].get<std::string>());
  return out;
}

std::vector<std::string> Names(const json& summary, const char* key) {
  std::vector<std::string> out;
  const auto list = summary.find(key);
  if (list == summary.end() || !list->is_array()) return out;
  for (const json& one : *list)
    if (one.is_string()) out.push_back(PlainApi(one.get<std::string>()));
  return out;
}

// What the summary of an assay command says of its work: models or programs, claims tried.
void WeighSummary(const std::string& out, ToolReport& told) {
  const json summary = ParseJson(out);
  if (!summary.is_object()) return;
  told.uncallable = Uncallable(summary);
  if (CountIn(summary, "left") > 0) told.reached = Names(summary, "judged");
  const bool models = summary.contains("cases");
  const size_t runs = CountIn(summary, models ? "cases" : "programs");
  if (runs == 0 && told.broken.empty())
    told.broken = told.uncallable.empty()
                      ? "the time was over before anything was run"
                      : "nothing could be run: " + told.uncallable.begin()->second;
  told.effort = StrCat(runs, models ? " models" : " programs");
  if (const size_t trials = CountIn(summary, "trials"); trials > 0)
    told.effort += StrCat(", ", trials, " trials");
}

// When each finding of a campaign was seen: its summary says so, its store does not.
void TakeTimes(const std::string& out, std::vector<ToolFinding>& findings) {
  const json summary = ParseJson(out);
  if (!summary.is_object() || !summary.contains("findings") || !summary["findings"].is_array())
    return;
  for (const json& object : summary["findings"]) {
    if (!object.is_object() || !object.contains("id") || !object.contains("seconds")) continue;
    if (!object["id"].is_string() || !object["seconds"].is_number()) continue;
    for (ToolFinding& finding : findings)
      if (finding.id == object["id"].get<std::string>())
        finding.seconds = object["seconds"].get<double>();
  }
}

// What was found goes to `findings`; returned is why some of it could not be read.
std::string Findings(const Tool& tool, const Output& output, const std::string& store,
                     std::vector<ToolFinding>& findings) {
  if (tool.report == ReportForm::kLines) {
    FoundLines lines = ReadLines(output.out);
    findings = std::move(lines.findings);
    return lines.problem;
  }
  auto found = tool.report == ReportForm::kModels ? ReadModels(store) : ReadPrograms(output.out);
  if (!found.ok()) return found.error().message;
  findings = std::move(found).value();
  return "";
}

}  // namespace

std::string FirstLine(const std::string& text) {
  for (const std::string& line : Split(text, '\n'))
    if (!line.empty()) return Cut(line);
  return "";
}

std::string LastLine(const std::string& text) {
  std::string last;
  for (const std::string& line : Split(text, '\n'))
    if (!line.empty()) last = line;
  return Cut(last);
}

ToolReport ReadToolReport(const Tool& tool, const Output& output, const std::string& store) {
  ToolReport out;
  for (const std::string& pattern : tool.unsupported) {
    if (output.exit_code == 0 || !RE2::PartialMatch(output.err, pattern)) continue;
    out.refused = FirstLine(output.err);
    std::string name;
    if (RE2(pattern).NumberOfCapturingGroups() > 0 && RE2::PartialMatch(output.err, pattern, &name))
      out.refuses = PlainApi(name);
    return out;
  }
  out.unsupported = Refusals(output.out);
  const std::string unread = Findings(tool, output, store, out.findings);
  const bool spoke = !out.findings.empty() || !out.unsupported.empty();
  if (output.cut)
    out.broken = StrCat("the tool printed more than ", kMostOutput >> 20,
                        " MB; what came after that was not read");
  else if (!EndedWell(tool, output, spoke))
    out.broken = HowItEnded(output);
  else
    out.broken = Cut(unread);
  if (tool.report != ReportForm::kLines) WeighSummary(output.out, out);
  if (tool.report == ReportForm::kModels) TakeTimes(output.out, out.findings);
  return out;
}

}  // namespace assay::bugs
