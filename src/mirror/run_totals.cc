#include "mirror/run_totals.h"

#include <algorithm>
#include <iterator>

#include "base/strings.h"
#include "mirror/check/symptom.h"
#include "mirror/run.h"

namespace assay::mirror {
namespace {

using nlohmann::json;

OutputReport ReportOf(const Output& output) {
  const Assessment& a = output.assessment;
  const Proposal& proposal = output.proposal;
  return {.name = output.source.name,
          .issue = output.source.issue,
          .from = output.direction.from,
          .to = output.direction.to,
          .program = proposal.text,
          .valid = a.valid,
          .preserving = a.preserving,
          .emulated = a.emulated,
          .accused = output.accusation.stands,
          .why = a.why,
          .inputs = a.inputs,
          .verdict = std::string(ShowingName(a.showing)),
          .source_symptom = a.source_symptom,
          .symptom = a.symptom,
          .message = a.message,
          .error_kind = a.error_kind,
          .transfer_error = a.transfer_error,
          .kind = output.accusation.kind,
          .judged = output.accusation.why,
          .upstream = output.accusation.upstream,
          .left = proposal.left,
          .uses = proposal.uses,
          .notes = proposal.notes,
          .references = output.accusation.references,
          .evidence = a.evidence,
          .tokens = {proposal.knowledge_tokens, proposal.code_tokens, proposal.output_tokens,
                     proposal.estimated},
          .cost = proposal.cost};
}

json OutputsJson(const std::vector<OutputReport>& outputs) {
  json out = outputs;
  for (json& one : out)
    if (one["finding"] == "") one.erase("finding");
  return out;
}

void Show(const casebook::ProgramFinding& finding, json& shown) {
  for (const char* key : {"source", "issue", "verdict", "state"})
    shown[key] = finding.facts.value(key, "");
  if (finding.kind == casebook::kSuspected) shown["state"] = casebook::kSuspected;
}

std::map<std::string, size_t> CountBy(const std::vector<OutputReport>& outputs,
                                      std::string OutputReport::* member) {
  std::map<std::string, size_t> out;
  for (const OutputReport& output : outputs)
    if (!(output.*member).empty()) ++out[output.*member];
  return out;
}

// A symptom that was not confirmed: told, never counted as a finding.
json Differs(const std::vector<OutputReport>& outputs) {
  json out = json::array();
  for (const OutputReport& o : outputs)
    if (!o.accused && !o.symptom.empty() && o.preserving)
      out.push_back({{"name", o.name},
                     {"to", o.to},
                     {"symptom", o.symptom},
                     {"message", o.message},
                     {"why", o.judged}});
  return out;
}

std::string What(const Accusation& accusation) {
  if (accusation.kind == "crash") return "the process dies";
  if (accusation.kind == "hangs") return "it does not come to an end";
  if (accusation.kind == "wrong") return "it gives wrong values";
  return StrCat("it raises ", accusation.seen.exception);
}

// Whether a line of a program looks at results, and computes none that are looked at.
bool OnlyLooks(const std::string& line) {
  const size_t begin = line.find_first_not_of(" \t");
  const std::string_view text =
      begin == std::string::npos ? std::string_view() : std::string_view(line).substr(begin);
  return text.starts_with("assert") || text.starts_with("print(") ||
         text.find("testing.assert") != std::string_view::npos;
}

// The API that the source's one at fault became; "" when nobody knows. A function that the
// rewriting brought along is nobody's API, and what a check calls is not what it checks.
std::string ApiOf(const Output& output) {
  // What a helper hands on to is the framework's.
  const auto twin = [](const ApiUse& use) {
    const bool api = !use.own.empty() && !use.own[0].starts_with('.');
    return api ? use.own[0] : use.twin.find('.') != std::string::npos ? use.twin : "";
  };
  for (const ApiUse& use : output.proposal.uses)
    if (use.api == output.source.api && !twin(use).empty()) return twin(use);
  const std::vector<std::string> lines = Split(output.source.text, '\n');
  std::string last;
  for (const ApiUse& use : output.proposal.uses) {
    const auto at = static_cast<size_t>(use.line) - 1;
    const bool looks = use.line >= 1 && at < lines.size() && OnlyLooks(lines[at]);
    if (!twin(use).empty() && (last.empty() || !looks)) last = twin(use);
  }
  return last;
}

std::string Sentence(const Output& output) {
  const std::string issue =
      output.source.issue.empty() ? "" : StrCat(" (", output.source.issue, ")");
  return StrCat("the same program for ", output.direction.from, issue,
                output.assessment.source_symptom.empty() ? " passes its check" : " fails as well",
                "; ", output.accusation.why);
}

}  // namespace

const trial::RunKind kMirrorRun = {
    .pipeline = "mirror",
    .what = "run of `assay mirror run`",
    .programs = "outputs",
    .resumes = [](const json& config) { return config.value("action", "") == "run"; },
    .show = Show};

bool MirrorTotals::Did(const std::string& name, const std::string& from,
                       const std::string& to) const {
  const auto same = [&](const auto& one) {
    return one.name == name && one.from == from && one.to == to;
  };
  return std::ranges::any_of(outputs_, same) || std::ranges::any_of(screened_out_, same);
}

void MirrorTotals::Take(const json& kept) {
  kept.at("screened_out");  // throws of what is none
  MirrorReport report = kept;
  seconds_ += report.seconds;
  inputs_ += report.inputs;
  std::ranges::move(report.outputs, std::back_inserter(outputs_));
  std::ranges::move(report.screened_out, std::back_inserter(screened_out_));
}

json MirrorTotals::Tally(const json& config, const std::vector<std::string>& findings) const {
  TokenReport tokens;
  double cost = 0;
  for (const OutputReport& output : outputs_) {
    tokens.knowledge += output.tokens.knowledge;
    tokens.code += output.tokens.code;
    tokens.output += output.tokens.output;
    tokens.estimated = tokens.estimated || output.tokens.estimated;
    cost += output.cost;
  }
  return {
      {"provider", config.value("provider", "none")},
      {"approach", config.value("approach", "assay")},
      {"without", config.value("without", json::array())},
      {"screen", config.value("screen", "all")},
      {"to", config.value("to", "")},
      {"inputs", inputs_},
      {"screened_in", outputs_.size()},
      {"outputs", outputs_.size()},
      {"valid", std::ranges::count(outputs_, true, &OutputReport::valid)},
      {"preserving", std::ranges::count(outputs_, true, &OutputReport::preserving)},
      {"emulated", std::ranges::count(outputs_, true, &OutputReport::emulated)},
      {"findings", findings.size()},
      {"finding_ids", findings},
      {"error_kinds", CountBy(outputs_, &OutputReport::error_kind)},
      {"transfer_errors", CountBy(outputs_, &OutputReport::transfer_error)},
      {"verdicts", CountBy(outputs_, &OutputReport::verdict)},
      {"symptoms", CountBy(outputs_, &OutputReport::symptom)},
      {"tokens", tokens},
      {"cost", cost},
      {"seconds", seconds_},
      {"programs_per_second", static_cast<double>(outputs_.size()) / std::max(seconds_, 0.001)}};
}

Status KeepOutputs(const std::vector<Output>& outputs,
                   const std::map<std::string, std::string>& versions, double seconds,
                   trial::RunRecord& record) {
  MirrorReport report{.seconds = seconds, .inputs = outputs.size()};
  std::vector<casebook::ProgramFinding> findings;
  for (const Output& output : outputs) {
    const Screened& screened = output.screened;
    if (!screened.in) {
      report.screened_out.push_back({output.source.name, output.direction.from, output.direction.to,
                                     screened.why, screened.missing, screened.platforms,
                                     screened.modules, screened.processes});
      continue;
    }
    OutputReport& one = report.outputs.emplace_back(ReportOf(output));
    if (!one.accused && !output.accusation.suspected) continue;
    const auto version = versions.find(one.to);
    findings.push_back(FindingOf(output, version == versions.end() ? "" : version->second));
    one.finding = report.findings.emplace_back(casebook::IdOf(findings.back()));
  }
  json kept = report;
  kept["outputs"] = OutputsJson(report.outputs);
  return record.Add(kept, findings);
}

Result<json> SummaryJson(const MirrorTotals& totals, const trial::RunRecord& record) {
  json out = totals.Tally(record.config(), record.ids());
  out.erase("finding_ids");
  out["outputs"] = OutputsJson(totals.outputs());
  out["screened_out"] = totals.screened_out();
  out["differs"] = Differs(totals.outputs());
  ASSAY_ASSIGN(out["findings"], record.Findings());
  return out;
}

void RunCosts::Add(const Output& output) {
  for (const RunCost& run : output.spent) {
    const char* part = run.framework == output.direction.to     ? "twin"
                       : run.framework == output.direction.from ? "source"
                                                                : "other";
    Row& row = rows_[{part, run.framework, run.inputs}];
    if (run.kept) {
      ++row.kept;
      continue;
    }
    ++row.runs;
    row.seconds += run.seconds;
    row.cpu_seconds += run.cpu_seconds;
  }
}

nlohmann::json RunCosts::Json() const {
  nlohmann::json out = nlohmann::json::array();
  for (const auto& [key, row] : rows_)
    out.push_back({{"part", std::get<0>(key)},
                   {"framework", std::get<1>(key)},
                   {"inputs", std::get<2>(key)},
                   {"runs", row.runs},
                   {"kept", row.kept},
                   {"seconds", row.seconds},
                   {"cpu_seconds", row.cpu_seconds}});
  return out;
}

casebook::ProgramFinding FindingOf(const Output& output, const std::string& version) {
  const Accusation& accusation = output.accusation;
  casebook::ProgramFinding out{
      .pipeline = "mirror",
      .framework = output.direction.to,
      .version = version,
      .environment = EnvironmentFor(output.direction.to, accusation.program),
      .api = ApiOf(output),
      .oracle = "mirror"};
  // Checks of different programs say different things in the same words.
  out.parameter = accusation.kind == "wrong" ? output.source.name : "";
  out.kind = accusation.suspected ? std::string(casebook::kSuspected) : accusation.kind;
  out.title = StrCat(out.api.empty() ? output.direction.to : out.api, ", translated from ",
                     output.source.name, ": ", What(accusation));
  out.sentence = Sentence(output);
  out.message = output.assessment.message;
  out.program = accusation.program;
  out.claim_line = accusation.claim_line;
  out.seen = accusation.seen;
  out.others.push_back({output.direction.from, output.source.text,
                        std::string(ProgramStatusName(output.assessment.source_outcome.status))});
  out.facts = {{"source", output.source.name},
               {"from", output.direction.from},
               {"to", output.direction.to},
               {"issue", output.source.issue},
               {"verdict", ShowingName(output.assessment.showing)},
               {"symptom", output.assessment.symptom},
               {"preserving", output.assessment.preserving},
               {"inputs", output.assessment.inputs},
               {"defence", accusation.why},
               {"references", accusation.references},
               {"state", accusation.upstream.empty() ? "" : "upstream dependency"},
               {"upstream", accusation.upstream},
               {"confirmed", accusation.suspected ? 1 : 2}};
  if (!output.proposal.by_model) return out;
  out.facts["kind_seen"] = accusation.kind;
  out.facts["approach"] = output.proposal.approach;
  out.facts["model_name"] = output.proposal.model;
  out.facts["reason"] = accusation.why;
  out.facts["prompt"] = output.proposal.prompt;
  out.facts["prompt_text"] = output.proposal.prompt_text;
  return out;
}

}  // namespace assay::mirror
